import type { ComponentProps } from "react";
import { Tooltip } from "./tooltip";

export function IconButton({
  label,
  look = "ghost",
  size = "md",
  hasTooltip = true,
  className = "",
  ...rest
}: ComponentProps<"button"> & {
  label: string;
  look?: "ghost" | "danger";
  size?: "sm" | "md";
  hasTooltip?: boolean;
}) {
  const hover = look === "danger" ? "hover:bg-bad-soft hover:text-bad" : "hover:bg-sunken hover:text-ink";
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={`inline-grid flex-none place-items-center rounded-md text-ink-2 transition-colors duration-120 disabled:cursor-not-allowed disabled:opacity-50 pointer-coarse:size-11 ${size === "sm" ? "size-8" : "size-9"} ${hover} ${className}`}
    />
  );
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button;
}
