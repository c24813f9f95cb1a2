import Link from "next/link";
import type { ComponentProps } from "react";

const look =
  "inline-flex items-center gap-1 rounded-sm text-13 font-medium text-accent-text no-underline hover:underline pointer-coarse:min-h-11";

/** An internal link such as 'View all', underlined only on hover. */
export function QuietLink({ className = "", ...rest }: ComponentProps<typeof Link>) {
  return <Link {...rest} className={`${look} ${className}`} />;
}

/** A button such as 'Show More', styled as a link. */
export function QuietButton({ className = "", ...rest }: ComponentProps<"button">) {
  return <button type="button" {...rest} className={`${look} ${className}`} />;
}
