import { useId, type InputHTMLAttributes } from "react";

/** A labelled input with its hint and its error, tied together for those who hear the page. */
export function Field({
  label,
  error,
  hint,
  ...rest
}: InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string; hint?: string }) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-13 font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className={`h-10 rounded-md border bg-surface px-3 ${error === undefined ? "border-line-strong" : "border-bad"}`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`text-13 ${error === undefined ? "text-ink-3" : "text-bad"}`}>
          {note}
        </p>
      )}
    </div>
  );
}
