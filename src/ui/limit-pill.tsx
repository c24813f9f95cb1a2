import { formatCount } from "@/domain/counted";

/** On a button: how much of the plan's limit is used. Its button is described by it and keeps its name; without a limit, nothing. */
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
