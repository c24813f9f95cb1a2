import { ChevronDown } from "lucide-react";
import { useId, type ComponentProps } from "react";
import { FieldFrame, fieldAria, inputLook, type FieldTexts } from "./field-frame";

export function Select({
  label,
  isLabelHidden,
  error,
  hint,
  children,
  ...rest
}: ComponentProps<"select"> & FieldTexts) {
  const id = useId();
  const texts = { label, isLabelHidden, error, hint };
  return (
    <FieldFrame id={id} {...texts}>
      <span className="relative block">
        <select {...rest} {...fieldAria(id, texts)} className={`${inputLook} appearance-none pr-9`}>
          {children}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-3" />
      </span>
    </FieldFrame>
  );
}
