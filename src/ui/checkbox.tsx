import type { ComponentProps, ReactNode } from "react";

export function Checkbox({
  children,
  ...rest
}: Omit<ComponentProps<"input">, "type"> & { children: ReactNode }) {
  return (
    <label className="flex min-h-7 items-center gap-2.5 has-disabled:text-ink-3 pointer-coarse:min-h-11">
      <input {...rest} type="checkbox" className="m-0 size-4.5 flex-none accent-accent" />
      {children}
    </label>
  );
}
