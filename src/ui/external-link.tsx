import { ExternalLink as OutIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { buttonLook, type ButtonLook } from "./button-look";

/** Opens in a new tab without a referrer or opener. Shows an icon, with or without text. */
export function ExternalLink({
  look,
  size = "sm",
  label,
  className = "",
  children,
  ...rest
}: Omit<ComponentProps<"a">, "target" | "rel"> & ButtonLook & { href: string; label?: string }) {
  return (
    <a
      {...rest}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      aria-label={label}
      className={`${buttonLook({ look, size })} ${children === undefined ? "aspect-square px-0 pointer-coarse:w-11" : ""} ${className}`}
    >
      <OutIcon className="size-4" />
      {children}
      {children !== undefined && label === undefined && (
        <span className="sr-only"> (opens in a new tab)</span>
      )}
    </a>
  );
}
