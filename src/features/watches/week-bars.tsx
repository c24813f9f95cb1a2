import { counted } from "@/domain/text/counted";

export function WeekBars({ days }: { days: readonly number[] }) {
  const max = Math.max(1, ...days);
  const total = days.reduce((sum, count) => sum + count, 0);
  return (
    <span role="img" aria-label={`${counted(total, "match", "matches")} in 7 days`} className="week-bars">
      {days.map((count, at) => (
        <i key={at} style={{ height: count === 0 ? 1 : `${Math.max(10, (count / max) * 100)}%` }} />
      ))}
    </span>
  );
}
