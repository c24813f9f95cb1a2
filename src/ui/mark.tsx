/** The logo: an e with a highlighted bar, and an arc for earshot. Identical in both themes. */
export function Mark({ className = "size-7" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="none" aria-hidden="true" className={`flex-none ${className}`}>
      <rect width="32" height="32" rx="8.5" fill="#005866" />
      <path d="M21.2 18A6.7 6.7 0 1 0 18.8 23.1" stroke="#fff" strokeWidth="3.1" />
      <path d="M8.2 18h14.4" stroke="#f1f154" strokeWidth="3.1" />
      <path d="M17 6.2A12 12 0 0 1 26.3 15.4" stroke="#9adfe0" strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

export const brandLook =
  "inline-flex items-center gap-2.5 text-18 font-bold tracking-[-0.025em] text-ink no-underline";
