import Link from "next/link";
import { useContext, useId, type CSSProperties, type ReactNode } from "react";
import { soonText } from "@/domain/time/delay-text";
import { placeField, wireSite, wroteAs } from "@/contract/place";
import type { WatchStatsResponse } from "@/contract/stats";
import { counted, formatCount } from "@/domain/text/counted";
import { placeKey } from "@/domain/reading/place";
import { Card, CardBody, CardHead } from "@/ui/card";
import { SiteIcon } from "@/ui/site-icon";
import { busiestText, weekdays } from "./page-texts";
import { Sites } from "./sites";

type Stats = WatchStatsResponse["stats"];

export function PlacesCard({
  places,
  keyword,
  hasSearch,
}: {
  places: Stats["places"];
  keyword: string;
  hasSearch: boolean;
}) {
  return (
    <Breakdown title="Places" hint="30 days">
      {places.map((place) => (
        <Bar key={placeKey(place)} site={place.site} count={place.count} max={places[0]!.count}>
          {hasSearch ? (
            <Link className="text-ink" href={`/notifications?${searchAt(place, keyword)}`}>
              {place.label}
            </Link>
          ) : (
            place.label
          )}
        </Bar>
      ))}
    </Breakdown>
  );
}

function searchAt({ site, name }: Stats["places"][number], keyword: string): string {
  const params = new URLSearchParams({ status: "all", keyword });
  if (site !== wireSite) params.set("site", site);
  params.set(site === wireSite ? placeField : "place", name);
  return params.toString();
}

export function AuthorsCard({ authors: { total, most } }: { authors: Stats["authors"] }) {
  return (
    <Breakdown title="Authors" hint={counted(total, "author")}>
      {most.map(({ site, name, count }) => (
        <Bar key={`${site} ${name}`} site={site} count={count} max={most[0]!.count}>
          <bdi>{wroteAs(site, name)}</bdi>
        </Bar>
      ))}
    </Breakdown>
  );
}

function Breakdown({ title, hint, children }: { title: string; hint: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Card aria-labelledby={id}>
      <CardHead title={title} titleId={id}>
        <p className="text-13 text-ink-3">{hint}</p>
      </CardHead>
      <CardBody>
        {Array.isArray(children) && children.length === 0 ? (
          <p className="text-ink-2">No matches in this period.</p>
        ) : (
          <ul className="grid gap-3 text-13">{children}</ul>
        )}
      </CardBody>
    </Card>
  );
}

function Bar({
  site,
  count,
  max,
  children,
}: {
  site: string;
  count: number;
  max: number;
  children: ReactNode;
}) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
      <span className="flex min-w-0 items-center gap-1.5 wrap-anywhere">
        <SiteIcon site={site} />
        <span className="min-w-0">{children}</span>
      </span>
      <b className="font-semibold">{formatCount(count)}</b>
      <span aria-hidden="true" className="col-span-2 h-1.5 overflow-hidden rounded-full bg-sunken">
        <i style={{ width: `${(count / max) * 100}%` }} className="block h-full rounded-full bg-bar" />
      </span>
    </li>
  );
}

export function HoursCard({ hours }: { hours: Stats["hours"] }) {
  const max = Math.max(1, ...hours.flat());
  const busiest = busiestText(hours);
  const days = hours.map((counts) => counts.reduce((sum, count) => sum + count, 0));
  const summary = days.map((count, day) => `${weekdays[day]!}s ${formatCount(count)}`).join(", ");
  return (
    <Card aria-labelledby="hours">
      <CardHead title="Hours of the week" titleId="hours">
        {busiest !== null && (
          <p className="text-13 text-ink-3">
            Busiest: <b className="font-semibold text-ink">{busiest}</b>
          </p>
        )}
      </CardHead>
      <CardBody>
        <div
          role="img"
          aria-label={`Matches by weekday and hour. ${busiest === null ? "" : `Busiest: ${busiest}. `}${summary}.`}
          className="grid grid-cols-[2rem_repeat(24,minmax(0,1fr))] items-center gap-px text-12 text-ink-3 sm:gap-0.5"
        >
          {hours.map((counts, day) => [
            <span key={day}>{weekdays[day]!.slice(0, 3)}</span>,
            ...counts.map((count, hour) => (
              <i
                key={`${day} ${hour}`}
                title={`${weekdays[day]!}, ${hour}:00: ${formatCount(count)}`}
                style={{ "--share": `${(count / max) * 100}%` } as CSSProperties}
                className="block h-5 rounded-xs bg-[color-mix(in_oklch,var(--bar)_var(--share),var(--sunken))] forced-colors:border"
              />
            )),
          ])}
          <span />
          {[0, 6, 12, 18].map((hour) => (
            <span key={hour} className="col-span-6 pt-1">
              {hour}:00
            </span>
          ))}
        </div>
      </CardBody>
    </Card>
  );
}

export function DelayCard({ delay }: { delay: Stats["delay"] }) {
  const sites = useContext(Sites);
  return (
    <Card aria-labelledby="delay">
      <CardHead title="Delay" titleId="delay">
        <p className="text-13 text-ink-3">Time from post to match</p>
      </CardHead>
      <CardBody>
        <table className="w-full text-13">
          <caption className="sr-only">Match delay by site</caption>
          <thead className="text-12 text-ink-3">
            <tr>
              <th scope="col" className="pb-2 text-left font-semibold">
                Site
              </th>
              <th scope="col" className="pb-2 text-right font-semibold">
                Median
              </th>
              <th scope="col" className="pb-2 pl-4 text-right font-semibold">
                95th percentile
              </th>
            </tr>
          </thead>
          <tbody>
            {delay.sites.map(({ site, half, most }) => (
              <tr key={site}>
                <th scope="row" className="py-1 text-left font-normal">
                  <span className="flex items-center gap-1.5">
                    <SiteIcon site={site} />
                    {sites.find(({ id }) => id === site)?.name ?? site}
                  </span>
                </th>
                <td className="text-right font-semibold">{soonText(half / 1_000)}</td>
                <td className="text-right">{soonText(most / 1_000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}
