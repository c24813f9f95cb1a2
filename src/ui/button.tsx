import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button-look";
import { Spinner } from "./spinner";

/**
 * A button. While pending it keeps its place and full strength, shows a spinner and takes no click. Nor while something
 * holds it: it is dimmed then and keeps the focus, and what holds it is read out with it.
 */
export function Button({
  look,
  size,
  isBlock,
  isPending = false,
  heldBy,
  className = "",
  onClick,
  children,
  ...rest
}: ComponentProps<"button"> &
  ButtonLook & {
    isPending?: boolean;
    /** The id of the text that says why it can't be pressed now. */ heldBy?: string;
  }) {
  const isInert = isPending || heldBy !== undefined;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isInert || undefined}
      aria-describedby={heldBy ?? rest["aria-describedby"]}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook({ look, size, isBlock })} aria-busy:cursor-progress ${heldBy === undefined ? "" : "cursor-not-allowed! opacity-50"} ${className}`}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}
