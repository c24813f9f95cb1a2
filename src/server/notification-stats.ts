import { statsDays, type StatsAnswer, type StatsQuery } from "@/contract/stats";
import { daysOfThisWeek, localDays } from "@/domain/local-days";
import { pool } from "./database";
import { AppError } from "./http/errors";
import { idOf } from "./http/id";
import type { Account, Reader } from "./sql/account-row";
import { countByDay } from "./sql/count-by-day";
import { findWatch } from "./sql/find-watch";

/** What is held for the user, any status, by days of `tz` or of the account's zone. */
export function getNotificationStats(user: Account, query: StatsQuery, now: Date): Promise<StatsAnswer> {
  return statsOf(user, null, query.tz ?? user.timeZone, now);
}

/** The same of one watch; NOT_FOUND for an id that is malformed, absent or somebody else's. */
export async function getWatchStats(user: Account, id: string | undefined, now: Date): Promise<StatsAnswer> {
  const watch = await findWatch(pool(), user.id, idOf(id));
  if (watch === null) throw new AppError("NOT_FOUND");
  return statsOf(user, watch.id, user.timeZone, now);
}

async function statsOf(
  user: Reader,
  watchId: string | null,
  timeZone: string,
  now: Date,
): Promise<StatsAnswer> {
  const days = localDays(now, timeZone, statsDays);
  const counted = await countByDay(
    pool(),
    user,
    watchId,
    days.map((day) => day.startsAt),
  );
  const countOf = (day: number) => counted.find((one) => one.day === day)?.count ?? 0;
  const daily = days.map((day, at) => ({ date: day.date, count: countOf(at + 1) }));
  return {
    stats: {
      total: sum(counted),
      today: daily.at(-1)?.count ?? 0,
      thisWeek: sum(daily.slice(-daysOfThisWeek(days))),
      daily,
    },
  };
}

function sum(counts: readonly { count: number }[]): number {
  return counts.reduce((total, { count }) => total + count, 0);
}
