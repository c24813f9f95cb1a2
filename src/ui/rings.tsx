export function Rings({ className = "size-22" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 96 96"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      aria-hidden="true"
      className={`text-accent-line ${className}`}
    >
      <circle cx="48" cy="48" r="46" />
      <circle cx="48" cy="48" r="33" />
      <circle cx="48" cy="48" r="20" />
      <circle cx="48" cy="48" r="4.5" fill="var(--accent)" stroke="none" />
    </svg>
  );
}
