import { unreadText } from "@/contract/coverage-texts";
import { destinationTitle } from "@/domain/channel-names";
import type { WeekContent } from "@/domain/message";
import { parseReportKey, nextReport, reportKey, weekBefore, weeklyReport } from "@/domain/weekly-report";
import { pool, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { resolveTitles } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import { explainsFailure } from "@/domain/site";
import { isOn, getSite } from "@/sites/registry";
import { insertOwnDeliveries, type ClaimedDelivery } from "./statements/deliveries";
import { listWeeks, lockDueReports, planReports, type WeekRow } from "./statements/reports";

const atOnce = 500;

/** Queues the due weekly reports and schedules each user's next one, in transactions of up to 500 users. */
export async function queueDueReports(now: Date, hasTime: () => boolean): Promise<number> {
  let queued = 0;
  for (let isLast = false; !isLast && (queued === 0 || hasTime());) {
    const due = await transaction(async (tx) => {
      const found = await lockDueReports(tx, now, atOnce);
      if (found.length === 0) return 0;
      const reports = found.map(({ userId, timeZone, dueAt }) => ({
        id: newId(),
        userId,
        dedupeKey: reportKey(dueAt, timeZone),
      }));
      await insertOwnDeliveries(tx, reports, { template: weeklyReport, now });
      await planReports(
        tx,
        found.map((one) => ({ userId: one.userId, nextAt: nextReport(now, one) })),
      );
      return found.length;
    });
    queued += due;
    isLast = due < atOnce;
  }
  return queued;
}

export async function readWeeks(claimed: readonly ClaimedDelivery[]): Promise<Map<string, WeekContent>> {
  const requested = claimed.flatMap(({ id: deliveryId, userId, dedupeKey, timeZone }) => {
    const monday = parseReportKey(dedupeKey);
    return monday === null ? [] : [{ deliveryId, userId, ...weekBefore(monday, timeZone) }];
  });
  if (requested.length === 0) return new Map();
  const found = await listWeeks(pool(), requested);
  await resolveTitles(
    found.flatMap(({ places, threads, unread, gaps }) => [...places, ...threads, ...unread, ...gaps]),
  );
  const weeks = new Map(requested.map((one) => [one.deliveryId, one]));
  return new Map(
    found
      .filter(({ watches }) => watches > 0)
      .map((row) => [row.deliveryId, { ...toReportContent(row), ...weeks.get(row.deliveryId)! }]),
  );
}

function toReportContent(row: WeekRow): Omit<WeekContent, "from" | "to"> {
  const getLabel = ({ site, place }: { site: string; place: string }) => placeView(site, place).label;
  return {
    ...row,
    places: row.places.map((one) => ({ ...one, place: getLabel(one) })),
    threads: row.threads.map((one) => ({ ...one, place: getLabel(one) })),
    unread: row.unread.map((one) => ({ place: getLabel(one), since: one.since, reason: getReason(one) })),
    gaps: row.gaps.map((one) => ({ ...one, place: getLabel(one) })),
    failures: row.failures.map((one) => ({
      name: destinationTitle(one),
      count: one.count,
      failure: one.failure,
    })),
  };
}

/** Failure text is only for user-supplied addresses; elsewhere it isn't meant for users. */
function getReason({ site, health, failure }: WeekRow["unread"][number]): string | null {
  return unreadText({
    isOn: isOn(site),
    health,
    reason: explainsFailure(getSite(site)) ? (failure ?? undefined) : undefined,
  });
}
