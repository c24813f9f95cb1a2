import { useId, type ComponentProps, type ReactNode } from "react";
import { FieldFrame, fieldAria, inputLook, type FieldTexts } from "./field-frame";

export function Field({
  label,
  isLabelHidden,
  error,
  hint,
  note,
  start,
  end,
  ...rest
}: ComponentProps<"input"> & FieldTexts & { start?: ReactNode; end?: ReactNode }) {
  const id = useId();
  const texts = { label, isLabelHidden, error, hint, note };
  const padding = `${start === undefined ? "" : "pl-9"} ${end === undefined ? "" : "pr-11"}`;
  return (
    <FieldFrame id={id} {...texts}>
      <span className="relative block">
        {start !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-3">
            {start}
          </span>
        )}
        <input {...rest} {...fieldAria(id, texts)} className={`${inputLook} ${padding}`} />
        {end !== undefined && (
          <span className="absolute inset-y-0.5 right-0.5 grid w-9 place-items-center text-ink-3">{end}</span>
        )}
      </span>
    </FieldFrame>
  );
}
