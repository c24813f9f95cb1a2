import { Check } from "lucide-react";
import type { ReactNode } from "react";

export function Pick({
  size = "md",
  start,
  checked,
  onChange,
  children,
}: {
  size?: "sm" | "md";
  start?: ReactNode;
  checked: boolean;
  onChange: (isChecked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label
      className={`relative inline-flex cursor-pointer items-center gap-1.5 rounded-[0.4375rem] bg-surface ${size === "sm" ? "min-h-7 px-2.5 py-0.5" : "h-8 px-3 whitespace-nowrap"} text-13 font-medium text-ink-2 inset-ring inset-ring-line-strong hover:text-ink has-checked:bg-accent-soft has-checked:text-accent-text has-checked:inset-ring-accent-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11`}
    >
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
      />
      {start}
      {children}
      <Check className="-mr-1 hidden size-4 peer-checked:block" />
    </label>
  );
}
