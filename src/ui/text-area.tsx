import { useId, type ComponentProps } from "react";
import { FieldFrame, fieldAria, inputLook, type FieldTexts } from "./field-frame";

export function TextArea({
  label,
  isLabelHidden,
  error,
  hint,
  ...rest
}: ComponentProps<"textarea"> & FieldTexts) {
  const id = useId();
  const texts = { label, isLabelHidden, error, hint };
  return (
    <FieldFrame id={id} {...texts}>
      <textarea rows={4} {...rest} {...fieldAria(id, texts)} className={`${inputLook} py-2`} />
    </FieldFrame>
  );
}
