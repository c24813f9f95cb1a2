import type { ComponentProps } from "react";

export function Kbd({ className = "", ...rest }: ComponentProps<"kbd">) {
  return (
    <kbd
      {...rest}
      className={`inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line border-b-line-strong bg-surface px-1.25 font-sans text-12 leading-none font-semibold text-ink-2 ${className}`}
    />
  );
}
