import type { ComponentProps, ReactNode } from "react";

/** A sheet with a hairline and no shadow. Never a card in a card: inside, use hairlines. */
export function Card({ className = "", ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={`rounded-lg border border-line bg-surface ${className}`} />;
}

/** A card's head: title left, one action or figure right, a hairline below unless `isBare`. */
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

/** A card's inside: 20 px, 16 on phones. */
export function CardBody({ className = "", ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={`p-4 sm:p-5 ${className}`} />;
}
