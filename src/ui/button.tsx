import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button-look";
import { Spinner } from "./spinner";

/** A button. While pending it keeps its place and full strength, shows a spinner and takes no click. */
export function Button({
  look,
  size,
  isBlock,
  isPending = false,
  className = "",
  onClick,
  children,
  ...rest
}: ComponentProps<"button"> & ButtonLook & { isPending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook({ look, size, isBlock })} aria-busy:cursor-progress ${className}`}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}
