/** A spinner next to a text that describes the action. Without such a text, set `label`. */
export function Spinner({ label, className = "size-4" }: { label?: string; className?: string }) {
  return (
    <span
      role={label === undefined ? undefined : "status"}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      className={`inline-block flex-none animate-spin rounded-full border-2 border-current border-r-transparent ${className}`}
    />
  );
}
