import type { StatsResponse } from "@/contract/stats";
import { formatCount } from "@/domain/counted";
import { Card, CardBody, CardHead } from "@/ui/card";
import { Chart } from "@/ui/chart";

/** Matches per day over 30 days. */
export function MatchesChart({ daily }: { daily: StatsResponse["stats"]["daily"] }) {
  const sum = daily.reduce((total, { count }) => total + count, 0);
  const average = daily.length === 0 ? 0 : sum / daily.length;
  return (
    <Card aria-labelledby="matches-per-day">
      <CardHead title="Matches per day" titleId="matches-per-day" sub={`Last ${daily.length} days`} isBare>
        <p className="text-ink-2">
          <b className="font-semibold text-ink">{formatCount(sum)}</b> total,{" "}
          <b className="font-semibold text-ink">{average.toFixed(average > 0 && average < 10 ? 1 : 0)}</b> a
          day
        </p>
      </CardHead>
      <CardBody>
        <Chart title="Matches per day" unit={["match", "matches"]} days={daily} />
      </CardBody>
    </Card>
  );
}
