import Link from "next/link";
import type { ComponentProps } from "react";

const look =
  "inline-flex items-center gap-1 rounded-sm text-13 font-medium text-accent-text no-underline hover:underline pointer-coarse:min-h-11";

export function QuietLink({ className = "", ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={`${look} ${className}`} />;
}

export function QuietButton({ className = "", ...rest }: ComponentProps<"button">) {
  return <button type="button" {...rest} className={`${look} ${className}`} />;
}
