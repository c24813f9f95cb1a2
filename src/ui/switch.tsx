import type { ComponentProps } from "react";

/** Takes effect immediately. Name it with `label`, or `aria-labelledby` if there is a visible label. */
export function Switch({ label, ...rest }: Omit<ComponentProps<"input">, "type"> & { label?: string }) {
  return (
    <span className="relative inline-flex h-5.5 w-9 flex-none has-disabled:opacity-50">
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-label={label}
        className="peer absolute -inset-[0.7rem] z-1 m-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
      />
      <span
        aria-hidden="true"
        className="flex-1 rounded-full bg-line-strong transition-colors duration-200 ease-std peer-checked:bg-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent after:absolute after:top-0.75 after:left-0.75 after:size-4 after:rounded-full after:bg-surface after:transition-[translate] after:duration-200 after:ease-std peer-checked:after:translate-x-3.5 forced-colors:border forced-colors:after:bg-[ButtonText]"
      />
    </span>
  );
}
