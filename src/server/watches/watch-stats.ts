import { namedInStats, statsDays, type WatchStatsResponse } from "@/contract/stats";
import { localDays } from "@/domain/time/local-days";
import { zonedTime } from "@/domain/time/zoned-time";
import type { Account } from "@/server/accounts/statements/accounts";
import { getStats } from "@/server/notifications/notification-stats";
import { breakDown } from "@/server/notifications/statements/notifications";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { resolveTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { findWatch } from "./statements/watches";

/** Maximum matches to break down, because the query joins them with their items. */
const brokenDown = 5_000;
const quarterMs = 15 * 60_000;

/** Days in the account's zone. Throws NOT_FOUND if the id is malformed, unknown or another user's. */
export async function getWatchStats(
  user: Account,
  id: string | undefined,
  now: Date,
): Promise<WatchStatsResponse> {
  const watch = await findWatch(pool(), user.id, getId(id));
  if (watch === null) throw new AppError("NOT_FOUND");
  const since = localDays(now, user.timeZone, statsDays)[0]!.startsAt;
  const [{ stats }, parts] = await Promise.all([
    getStats(user, watch.id, user.timeZone, now),
    breakDown(pool(), user, watch.id, { since, max: brokenDown, named: namedInStats }),
  ]);
  await resolveTitles(parts.places);
  const { half, most } = parts.delays.find(({ site }) => site === null) ?? {};
  return {
    stats: {
      ...stats,
      places: parts.places.map(({ site, place, count }) => ({ ...placeView(site, place), count })),
      authors: { total: parts.authorCount, most: parts.authors },
      hours: hoursOfWeek(parts.quarters, user.timeZone),
      opened: { count: parts.opened, starred: parts.starred, of: parts.matches },
      delay: {
        all: half === undefined || most === undefined ? null : { half, most },
        sites: parts.delays.flatMap(({ site, ...delay }) => (site === null ? [] : [{ site, ...delay }])),
      },
    },
  };
}

/** By weekday (Monday first) and hour. Quarter hours suffice for all time zone offsets. */
function hoursOfWeek(quarters: readonly { at: number; count: number }[], timeZone: string): number[][] {
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { at, count } of quarters) {
    const { dayOfWeek, hour } = zonedTime(new Date(at * quarterMs), timeZone);
    hours[dayOfWeek - 1]![hour]! += count;
  }
  return hours;
}
