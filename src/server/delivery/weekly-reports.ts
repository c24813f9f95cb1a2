import { unreadText } from "@/contract/coverage-texts";
import { destinationTitle } from "@/domain/delivery/channel-names";
import { localDay } from "@/domain/time/moment";
import type { WeekContent } from "@/domain/delivery/message";
import {
  parseReportKey,
  nextReport,
  reportKey,
  weekBefore,
  weeklyReport,
} from "@/domain/delivery/weekly-report";
import { pool, transaction } from "@/server/platform/database";
import { resolveTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { explainsFailure } from "@/domain/reading/site";
import { isOn, getSite, sitesOn } from "@/sites/registry";
import { insertOwnDeliveries, type ClaimedDelivery } from "./statements/deliveries";
import { listWeeks, lockDueReports, planReports, type WeekRow } from "./statements/reports";
import { sumReceipts } from "./statements/week-receipts";

const atOnce = 500;

export async function queueDueReports(now: Date, hasTime: () => boolean): Promise<number> {
  let queued = 0;
  for (let isLast = false; !isLast && (queued === 0 || hasTime());) {
    const due = await transaction(async (tx) => {
      const found = await lockDueReports(tx, now, atOnce);
      if (found.length === 0) return 0;
      const reports = found.map(({ userId, timeZone, dueAt }) => ({
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
    return monday === null ? [] : [{ deliveryId, userId, timeZone, ...weekBefore(monday, timeZone) }];
  });
  if (requested.length === 0) return new Map();
  const [found, receipts] = await Promise.all([
    listWeeks(
      pool(),
      requested,
      sitesOn().map(({ id }) => id),
    ),
    sumReceipts(pool(), requested.map(receiptPeriod)),
  ]);
  await resolveTitles(
    found.flatMap(({ places, threads, unread, gaps }) => [...places, ...threads, ...unread, ...gaps]),
  );
  const weeks = new Map(requested.map((one) => [one.deliveryId, one]));
  const receiptOf = new Map(receipts.map(({ deliveryId, ...receipt }) => [deliveryId, receipt]));
  return new Map(
    found
      .filter(({ watches }) => watches > 0)
      .map(({ deliveryId, ...row }) => {
        const receipt = receiptOf.get(deliveryId)!;
        return [deliveryId, { ...toReportContent(row), ...weeks.get(deliveryId)!, receipt }];
      }),
  );
}

/** Receipts have whole UTC days: these have the dates of the user's week. */
function receiptPeriod({
  from,
  to,
  timeZone,
  ...rest
}: {
  deliveryId: string;
  userId: string;
  from: Date;
  to: Date;
  timeZone: string;
}) {
  const startOf = (at: Date) => new Date(`${localDay(at, timeZone)}T00:00:00Z`);
  return { ...rest, from: startOf(from), to: startOf(to) };
}

function toReportContent(row: Omit<WeekRow, "deliveryId">): Omit<WeekContent, "from" | "to" | "receipt"> {
  const getLabel = ({ site, place }: { site: string; place: string }) => placeView(site, place).label;
  return {
    ...row,
    places: row.places.map((one) => ({ ...one, place: getLabel(one) })),
    threads: row.threads.map((one) => ({ ...one, place: getLabel(one) })),
    unread: row.unread.map((one) => ({
      place: getLabel(one),
      since: one.since,
      reason: getReason(one),
      isOff: !isOn(one.site),
    })),
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
