import type { ButtonHTMLAttributes } from "react";

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover",
  quiet: "border border-line bg-surface text-ink hover:bg-sunken",
} as const;

/** A button; while pending it says so, keeps its place and takes no click. */
export function Button({
  look = "quiet",
  isPending = false,
  className = "",
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { look?: keyof typeof looks; isPending?: boolean }) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={isPending || undefined}
      aria-disabled={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      className={`min-h-9 rounded-md px-4 font-medium disabled:opacity-50 pointer-coarse:min-h-11 ${looks[look]} ${className}`}
    />
  );
}
