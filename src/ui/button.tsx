import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button-look";
import { Spinner } from "./spinner";

/** While pending, keeps size and contrast. `describedBy`: dimmed, ignores clicks but keeps the focus. */
export function Button({
  look,
  size,
  isBlock,
  isPending = false,
  describedBy,
  className = "",
  onClick,
  children,
  ...rest
}: ComponentProps<"button"> &
  ButtonLook & {
    isPending?: boolean;
    /** Id of the text that explains why the button is unavailable. */ describedBy?: string;
  }) {
  const isInert = isPending || describedBy !== undefined;
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isInert || undefined}
      aria-describedby={describedBy ?? rest["aria-describedby"]}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      className={`${buttonLook({ look, size, isBlock })} aria-busy:cursor-progress ${describedBy === undefined ? "" : "cursor-not-allowed! opacity-50"} ${className}`}
    >
      {isPending && <Spinner />}
      {children}
    </button>
  );
}
