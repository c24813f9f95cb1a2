import { formatCount } from "@/domain/text/counted";

export function LimitPill({ id, used, limit }: { id: string; used: number; limit: number | null }) {
  if (limit === null) return null;
  return (
    <span
      id={id}
      aria-hidden
      className="rounded-full bg-current/18 px-1.5 py-px text-12 font-semibold whitespace-nowrap"
    >
      <span>{`${formatCount(used)} of ${formatCount(limit)}`}</span>
    </span>
  );
}
