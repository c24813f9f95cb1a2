import type { ReactNode } from "react";

const looks = {
  neutral: "bg-sunken text-ink-2",
  ok: "bg-ok-soft text-ok",
  accent: "bg-accent-soft text-accent-text",
  bad: "bg-bad-soft text-bad",
  warn: "bg-warn-soft text-warn",
} as const;

/** ok with a dot = Active, neutral = Inactive, accent = Pro, bad = Unverified, warn = ending. */
export function Badge({
  look = "neutral",
  hasDot = false,
  className = "",
  children,
}: {
  look?: keyof typeof looks;
  hasDot?: boolean;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex min-h-5.5 items-center gap-[0.3125rem] rounded-full px-2 py-px text-12 font-semibold whitespace-nowrap forced-colors:border ${looks[look]} ${className}`}
    >
      {hasDot && <span aria-hidden="true" className="size-1.75 flex-none rounded-full bg-current" />}
      {children}
    </span>
  );
}
