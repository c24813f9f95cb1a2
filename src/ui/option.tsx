import type { ReactNode } from "react";

/** A setting: title and hint on the left, control on the right. On phones, wide controls go below. */
export function Option({
  title,
  titleId,
  hint,
  isWide = false,
  children,
}: {
  title: ReactNode;
  titleId?: string;
  hint?: ReactNode;
  isWide?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`p-4 sm:px-5 ${isWide ? "grid gap-2 sm:flex sm:items-center sm:gap-4" : "flex items-center gap-4"}`}
    >
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p id={titleId} className="font-medium">
          {title}
        </p>
        {hint !== undefined && <div className="text-13 text-ink-3">{hint}</div>}
      </div>
      {children !== undefined && <div className={isWide ? "flex-none sm:w-60" : "flex-none"}>{children}</div>}
    </div>
  );
}
