import type { ReactNode } from "react";

export function Segmented<Value extends string>({
  legend,
  name,
  value,
  options,
  onValueChange,
}: {
  legend: string;
  name: string;
  value: Value;
  options: readonly { value: Value; label: ReactNode }[];
  onValueChange: (value: Value) => void;
}) {
  return (
    <fieldset className="inline-flex gap-0.5 rounded-[0.625rem] border border-line bg-track p-0.75">
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-8 grow cursor-pointer items-center justify-center gap-2 rounded-[0.4375rem] px-3.5 py-1 font-medium text-ink-2 has-checked:bg-raised has-checked:text-ink has-checked:shadow-1 has-checked:ring-1 has-checked:ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 forced-colors:has-checked:border"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
