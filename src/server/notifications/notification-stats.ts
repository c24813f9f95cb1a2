import { statsDays, type StatsResponse, type StatsQuery } from "@/contract/stats";
import { daysOfThisWeek, localDays } from "@/domain/time/local-days";
import { pool } from "@/server/platform/database";
import type { Account, Reader } from "@/server/accounts/statements/accounts";
import { countByDay } from "./statements/notifications";

export function getNotificationStats(user: Account, query: StatsQuery, now: Date): Promise<StatsResponse> {
  return getStats(user, null, query.tz ?? user.timeZone, now);
}

/** Counts matches per day in `timeZone`, of one watch or (null) all. */
export async function getStats(
  user: Reader,
  watchId: string | null,
  timeZone: string,
  now: Date,
): Promise<StatsResponse> {
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
