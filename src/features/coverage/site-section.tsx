import { todayText } from "@/contract/coverage-texts";
import {
  ChevronRight,
  CircleCheck,
  CircleMinus,
  CircleX,
  TriangleAlert,
  type LucideIcon,
} from "lucide-react";
import type { ReactNode } from "react";
import { isShared } from "@/contract/all-share";
import type { CoverageResponse, PlaceCoverage } from "@/contract/coverage";
import { counted } from "@/domain/text/counted";
import { soonText } from "@/domain/time/delay-text";
import { formatAhead, formatMoment } from "@/domain/time/moment";
import { isAll } from "@/domain/reading/place";
import { Card } from "@/ui/card";
import { SiteIcon } from "@/ui/site-icon";
import { gapsSummary, halfHoursText, isReadable, lastRead, readHalfHours, sampledText } from "./figures";
import { PlaceTable } from "./place-table";

type Site = CoverageResponse["sites"][number];

const statuses = {
  ok: { word: "On time", Icon: CircleCheck, look: "text-ok" },
  late: { word: "Delayed", Icon: TriangleAlert, look: "text-warn" },
  unread: { word: "Not read", Icon: CircleX, look: "text-bad" },
  off: { word: "Off", Icon: CircleMinus, look: "text-ink-3" },
} satisfies Record<string, { word: string; Icon: LucideIcon; look: string }>;

function getStatus(site: Site, places: readonly PlaceCoverage[]): keyof typeof statuses {
  if (!site.isOn) return "off";
  if (!places.some(isReadable)) return "unread";
  return site.status === "ok" ? "ok" : "late";
}

interface Given {
  site: Site;
  places: readonly PlaceCoverage[];
  coverage: CoverageResponse;
  now: Date;
  timeZone: string;
}

export function SiteSection({ site, places, coverage, now, timeZone }: Given) {
  const status = getStatus(site, places);
  const { word, Icon, look } = statuses[status];
  const id = `site-${site.id}`;
  const hasNames = places.some((place) => !isAll(place.name));
  const today = todayText(site.today);
  return (
    <Card aria-labelledby={id}>
      <div className="grid gap-3 p-4 sm:px-5">
        <div className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1 sm:grid-cols-[2rem_minmax(0,1fr)_auto]">
          <SiteIcon site={site.id} isLarge />
          <div>
            <h2 id={id} className="text-16">
              {site.name}
            </h2>
            <p className="text-13 text-ink-2">{summaryOf(site, status, now, timeZone)}</p>
            {site.isOn && today !== null && <p className="text-13 text-ink-3">{today}</p>}
          </div>
          <p
            className={`flex items-center gap-1.5 text-13 font-medium max-sm:col-start-2 ${status === "ok" ? "text-ink-2" : look}`}
          >
            <Icon className={`size-4 ${look}`} />
            {word}
          </p>
        </div>
        {site.isOn && <Day halves={readHalfHours(site, places, now)} now={now} timeZone={timeZone} />}
        {site.isOn && <Numbers {...{ site, places, coverage, now, timeZone }} />}
      </div>
      {hasNames && site.isOn && (
        <details open={places.length <= 10} className="group/places border-t border-line">
          <summary className="flex list-none items-center gap-2 px-4 py-2.5 text-13 font-medium text-accent-text sm:px-5 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
            <ChevronRight className="size-4 flex-none transition-[rotate] duration-200 ease-std group-open/places:rotate-90" />
            Your {counted(places.length, "place")} on {site.name}
          </summary>
          <PlaceTable {...{ places, coverage, now, timeZone }} caption={`Your places on ${site.name}`} />
        </details>
      )}
    </Card>
  );
}

function summaryOf(site: Site, status: keyof typeof statuses, now: Date, timeZone: string): string {
  if (status === "off")
    return `This server doesn't read ${site.name}. Your keywords that include it resume when it's turned on.`;
  if (status !== "late") return site.summary;
  const since = site.since === null ? "" : ` since ${formatAhead(new Date(site.since), now, timeZone)}`;
  return `Delayed${since}. We keep trying and catch up.`;
}

/** Uses shapes as well as colors. */
function Day({
  halves,
  now,
  timeZone,
}: {
  halves: ReturnType<typeof readHalfHours>;
  now: Date;
  timeZone: string;
}) {
  const dayAgo = new Date(now.getTime() - 86_400_000);
  return (
    <div>
      <div role="img" aria-label={halfHoursText(halves)} className="half-hours">
        {halves.map((half, index) => (
          <i key={index} data-read={half} />
        ))}
      </div>
      <p className="mt-1 flex justify-between text-12 text-ink-3">
        <span>Yesterday {formatMoment(dayAgo, dayAgo, timeZone)}</span>
        <span>Now</span>
      </p>
    </div>
  );
}

function Numbers({ site, places, coverage, now, timeZone }: Given) {
  const readable = places.filter(isReadable);
  const readAt = lastRead(readable.length === 0 ? places : readable);
  const delay = coverage.delays.find((one) => one.site === site.id)?.notification ?? null;
  const gaps = gapsSummary(places);
  const limits = [
    ...(places.some(isShared) ? [`r/all: ${sampledText(coverage.allShare)}`] : []),
    ...(site.limit === null ? [] : [site.limit]),
    ...new Set(places.flatMap(({ ends }) => ends ?? [])),
  ];
  const unmeasured = <Small>No matches</Small>;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-t border-line pt-3 text-13 lg:grid-cols-5">
      <Figure name="Last checked">
        {readAt === null ? (
          <Small>{readable.length === 0 ? "Not read" : "First check in progress"}</Small>
        ) : (
          formatMoment(new Date(readAt), now, timeZone)
        )}
      </Figure>
      <Figure name="Delay p50">{delay === null ? unmeasured : soonText(delay.p50)}</Figure>
      <Figure name="Delay p95">{delay === null ? unmeasured : soonText(delay.p95)}</Figure>
      <Figure name="Gaps in 7 days">
        {gaps.count} {gaps.detail !== null && <Small>({gaps.detail})</Small>}
      </Figure>
      <Figure name="Limits">
        <Small>{limits.length === 0 ? "None" : limits.join(" · ")}</Small>
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

function Small({ children }: { children: ReactNode }) {
  return <span className="font-normal text-ink-2">{children}</span>;
}
