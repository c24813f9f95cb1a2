import type { WatchStatsResponse } from "@/contract/stats";
import type { WatchView } from "@/contract/watch";
import { delayText, soonText } from "@/domain/time/delay-text";
import { formatCount } from "@/domain/text/counted";
import { localDay } from "@/domain/time/moment";
import { newestSpike, spikeTexts } from "@/domain/delivery/spike";
import { Card, CardBody, CardHead } from "@/ui/card";
import { Chart } from "@/ui/chart";
import { StatCard } from "@/ui/stat-card";
import { shareText } from "./forecast-texts";
import { matchesPath, weekBefore } from "./page-texts";

type Stats = WatchStatsResponse["stats"];

/** Rounded to one decimal below 10, for example '0.4'. */
const dailyText = (each: number) =>
  each > 0 && each < 10 ? Number(each.toFixed(1)).toString() : formatCount(Math.round(each));

export function WatchNumbers({
  stats,
  forecast,
  watch,
  hasSearch,
}: {
  stats: Stats;
  forecast: number | null;
  watch: WatchView;
  hasSearch: boolean;
}) {
  const { today, thisWeek, daily, opened, delay } = stats;
  const { all } = delay;
  const href = matchesPath(watch, hasSearch);
  const todayNoun = today === 1 ? "match" : "matches";
  return (
    <section aria-label="Numbers" className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Today"
        href={href}
        value={formatCount(today)}
        sub={forecast === null ? todayNoun : <Strong count={dailyText(forecast)}>a day expected</Strong>}
      />
      <StatCard
        label="This week"
        href={href}
        value={formatCount(thisWeek)}
        sub={<Strong count={formatCount(weekBefore(daily))}>last week</Strong>}
      />
      <StatCard
        label="Opened"
        value={opened.of === 0 ? "–" : shareText(opened.count / opened.of)}
        sub={
          <Strong count={formatCount(opened.count)}>
            {`of ${formatCount(opened.of)}, ${formatCount(opened.starred)} starred`}
          </Strong>
        }
      />
      <StatCard
        label="Median delay"
        value={all === null ? "–" : soonText(all.half / 1_000)}
        sub={
          all === null ? (
            noDelayText(stats)
          ) : (
            <>95% within {delayText(Math.max(1, Math.ceil(all.most / 1_000)))}</>
          )
        }
      />
    </section>
  );
}

/** Matches from before the watch aren't measured. */
function noDelayText({ total, daily }: Stats): string {
  return total === 0 ? "no matches yet" : `no new matches in ${daily.length} days`;
}

function Strong({ count, children }: { count: string; children: string }) {
  return (
    <>
      <strong className="font-semibold text-ink-2">{count}</strong> {children}
    </>
  );
}

export function WatchChart({
  watch,
  daily,
  forecast,
  timeZone,
}: {
  watch: WatchView;
  daily: Stats["daily"];
  forecast: number | null;
  timeZone: string;
}) {
  const spike = newestSpike(daily, localDay(new Date(watch.createdAt), timeZone));
  const texts = spike && spikeTexts(spike);
  const level =
    forecast === null ? undefined : { value: forecast, label: `Forecast, ${dailyText(forecast)} a day` };
  return (
    <Card aria-labelledby="matches-per-day">
      <CardHead title="Matches per day" titleId="matches-per-day" sub={`Last ${daily.length} days`} isBare>
        {level !== undefined && (
          <p className="flex items-center gap-2 text-13 text-ink-2">
            <span aria-hidden="true" className="w-5 border-t-2 border-dashed border-line-strong" />
            <span title="Based on the last two days">{level.label}</span>
          </p>
        )}
      </CardHead>
      <CardBody>
        <Chart
          title="Matches per day"
          unit={["match", "matches"]}
          days={daily}
          level={level}
          note={spike === null || texts === null ? undefined : { date: spike.date, text: texts.note }}
        />
      </CardBody>
      {texts !== null && (
        <p className="border-t border-line px-4 py-3 text-13 text-ink-2 sm:px-5">
          <b className="font-semibold text-ink">{texts.title}</b> {texts.text}
        </p>
      )}
    </Card>
  );
}
