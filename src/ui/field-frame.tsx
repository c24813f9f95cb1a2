import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export function FieldFrame({
  id,
  label,
  isLabelHidden = false,
  error,
  hint,
  note,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "justify-self-start text-13 font-medium"}>
        {label}
      </label>
      {children}
      {error !== undefined && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-13 text-bad">
          <CircleAlert className="mt-0.5 size-4 flex-none" />
          {error}
        </p>
      )}
      {error === undefined && hint !== undefined && (
        <p id={`${id}-hint`} className="text-13 text-ink-3">
          {hint}
        </p>
      )}
      {note !== undefined && <div id={`${id}-note`}>{note}</div>}
    </div>
  );
}

export interface FieldTexts {
  label: string;
  isLabelHidden?: boolean;
  error?: string;
  hint?: ReactNode;
  note?: ReactNode;
}

export function fieldAria(id: string, { error, hint, note }: FieldTexts) {
  const ids = [
    error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : "",
    note !== undefined ? `${id}-note` : "",
  ];
  return {
    id,
    "aria-invalid": error !== undefined || undefined,
    "aria-describedby": ids.filter((one) => one !== "").join(" ") || undefined,
  };
}

export const inputLook =
  "w-full min-h-10 rounded-md border border-line-strong bg-surface px-3 py-1.5 text-14 text-ink transition-[border-color] duration-120 placeholder:text-ink-3 placeholder:opacity-100 hover:border-ink-3 focus:border-accent focus:outline-2 focus:-outline-offset-1 focus:outline-accent aria-invalid:border-bad disabled:opacity-50 pointer-coarse:min-h-11 pointer-coarse:text-16";
