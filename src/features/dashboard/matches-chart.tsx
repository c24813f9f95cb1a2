import type { StatsResponse } from "@/contract/stats";
import { formatCount } from "@/domain/text/counted";
import { Card, CardBody, CardHead } from "@/ui/card";
import { Chart } from "@/ui/chart";

export function MatchesChart({ daily }: { daily: StatsResponse["stats"]["daily"] }) {
  const sum = daily.reduce((total, { count }) => total + count, 0);
  const average = averageOf(daily);
  return (
    <Card aria-labelledby="matches-per-day">
      <CardHead title="Matches per day" titleId="matches-per-day" sub={`Last ${daily.length} days`} isBare>
        <p className="text-ink-2">
          <b className="font-semibold text-ink">{formatCount(sum)}</b> total
          {average !== null && (
            <>
              , <b className="font-semibold text-ink">{average.toFixed(average < 10 ? 1 : 0)}</b> a day
            </>
          )}
        </p>
      </CardHead>
      <CardBody>
        <Chart title="Matches per day" unit={["match", "matches"]} days={daily} />
      </CardBody>
    </Card>
  );
}

const averageFromDays = 7;

/** Matches per day since the first day with matches, or null if there is too little to average. */
function averageOf(daily: StatsResponse["stats"]["daily"]): number | null {
  const first = daily.findIndex(({ count }) => count > 0);
  if (first < 0 || daily.length - first < averageFromDays) return null;
  const days = daily.slice(first);
  return days.reduce((sum, { count }) => sum + count, 0) / days.length;
}
