import type { ComponentProps, ReactNode } from "react";

/** A card with a border and no shadow. Don't nest cards; separate their contents with borders. */
export function Card({ className = "", ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={`rounded-lg border border-line bg-surface ${className}`} />;
}

export function CardHead({
  title,
  titleId,
  sub,
  isBare = false,
  children,
}: {
  title: ReactNode;
  titleId?: string;
  sub?: ReactNode;
  isBare?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`flex items-center justify-between gap-3 px-4 py-3 sm:px-5 sm:py-4 ${isBare ? "pb-0 sm:pb-0" : "border-b border-line"}`}
    >
      <div className="min-w-0">
        <h2 id={titleId} className="text-16">
          {title}
        </h2>
        {sub !== undefined && <p className="text-ink-3">{sub}</p>}
      </div>
      {children}
    </div>
  );
}

export function CardBody({ className = "", ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={`p-4 sm:p-5 ${className}`} />;
}
