import type { ReactNode } from "react";

/** The save bar announces unsaved changes, so screen readers ignore the dot. */
export function UnsavedDot() {
  return (
    <span aria-hidden="true" className="ml-2 inline-block size-1.75 rounded-full bg-warn align-middle" />
  );
}

/** A setting: title and hint on the left, control on the right. On phones, wide controls go below. */
export function Option({
  title,
  titleId,
  hint,
  isWide = false,
  isUnsaved = false,
  children,
}: {
  title: ReactNode;
  titleId?: string;
  hint?: ReactNode;
  isWide?: boolean;
  isUnsaved?: boolean;
  children?: ReactNode;
}) {
  return (
    <div
      className={`p-4 sm:px-5 ${isWide ? "grid gap-2 sm:flex sm:items-center sm:gap-4" : "flex items-center gap-4"}`}
    >
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p id={titleId} className="font-medium">
          {title}
          {isUnsaved && <UnsavedDot />}
        </p>
        {hint !== undefined && <div className="text-13 text-ink-3">{hint}</div>}
      </div>
      {children !== undefined && <div className={isWide ? "flex-none sm:w-60" : "flex-none"}>{children}</div>}
    </div>
  );
}
