import type { Receipt, ReceiptQuery, ReceiptResponse } from "@/contract/receipt";
import { partedPlace, placeKey } from "@/domain/reading/place";
import { logDays } from "@/domain/plans/retention";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { learnTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import { findWatch } from "@/server/watches/statements/watches";
import { receiptIssuer, signReceipt } from "./receipt-key";
import {
  countPeriodMatches,
  listPeriodGaps,
  listPeriodOverflows,
  listPeriodRevisions,
  listPlaceDays,
  type Period,
} from "./statements/receipt-rows";

const dayMs = 24 * 3_600_000;
const defaultDays = 7;
const unsignedNotice = "This receipt is unsigned, because the server has no RECEIPT_KEY.";

/** Throws NOT_FOUND, and VALIDATION_ERROR for a period that isn't stored. */
export async function getReceipt(
  user: Account,
  id: string | undefined,
  query: ReceiptQuery,
  now: Date,
): Promise<ReceiptResponse> {
  const watch = await findWatch(pool(), user.id, getId(id));
  if (watch === null) throw new AppError("NOT_FOUND");
  const period = periodOf(query, now);
  await learnTitles(watch.places);
  const named = watch.places.map((place) => partedPlace(place));
  const keys = { sites: named.map(({ site }) => site), names: named.map(({ name }) => name.toLowerCase()) };
  const [reads, gaps, matches, limits, revisions] = await Promise.all([
    listPlaceDays(pool(), keys, period),
    listPeriodGaps(keys, period),
    countPeriodMatches(pool(), { userId: user.id, watchId: watch.id }, period),
    listPeriodOverflows(watch.id, period),
    listPeriodRevisions(watch.id, period),
  ]);
  const places = named.map(({ site, name }): Receipt["places"][number] => {
    const isHere = (row: { site: string; place: string }) =>
      placeKey({ site: row.site, name: row.place }) === placeKey({ site, name });
    const isMatchHere = (row: { site: string; place: string }) =>
      isHere(row) || (name.toLowerCase() === "all" && row.site === site);
    const own = reads.filter(isHere);
    return {
      ...{ site, name, label: placeView(site, name).label, items: sum(own, ({ items }) => items) },
      kinds: own.map(({ kind, items, positionAtStart, positionAtEnd }) => ({
        ...{ kind, items },
        positionAtStart: positionAtStart?.toISOString() ?? null,
        positionAtEnd: positionAtEnd?.toISOString() ?? null,
      })),
      matches: sum(matches.filter(isMatchHere), ({ count }) => count),
      gaps: gaps.filter(isHere).map((gap) => ({
        ...{ kind: gap.kind, from: gap.fromAt.toISOString(), to: gap.toAt.toISOString() },
        reason: gap.items === null ? ("not-read" as const) : ("items-unavailable" as const),
        ...{ items: gap.items, filledAt: gap.filledAt?.toISOString() ?? null },
      })),
    };
  });
  const { keyword, expression } = watch;
  const receipt: Receipt = {
    ...{ version: 1, issuer: receiptIssuer(), issuedAt: now.toISOString() },
    watch: { id: watch.id, keyword, expression, places: named.map(({ site, name }) => `${site}:${name}`) },
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    revisions: revisions.map(({ revision, createdAt, endedAt, highlights }) => ({
      ...{ revision, from: createdAt.toISOString(), to: endedAt?.toISOString() ?? null },
      terms: highlights.map((one) => one.keyword),
    })),
    ...{ places, itemsRead: sum(places, ({ items }) => items) },
    matchesRecorded: sum(matches, ({ count }) => count),
    ...{ matchesBeyondLimit: sum(limits, ({ missed }) => missed), limits },
  };
  const signature = signReceipt(receipt);
  return { receipt, signature, ...(signature === null && { notice: unsignedNotice }) };
}

/** Whole UTC days, because items are counted by day. */
function periodOf({ from, to }: ReceiptQuery, now: Date): Period {
  const startOf = (at: Date) => Math.floor(at.getTime() / dayMs) * dayMs;
  const lastMs = startOf(to === undefined ? now : new Date(to));
  const fromMs = from === undefined ? lastMs - (defaultDays - 1) * dayMs : startOf(new Date(from));
  const refuse = (field: string, text: string) =>
    new AppError("VALIDATION_ERROR", text, { errors: { [field]: [text] } });
  if (fromMs > lastMs) throw refuse("to", "to must not be before from");
  if (lastMs > now.getTime()) throw refuse("to", "to must not be in the future");
  if (lastMs - fromMs >= logDays * dayMs) throw refuse("from", `The period can be at most ${logDays} days`);
  // The logs of the day before are already incomplete.
  if (fromMs < startOf(now) - (logDays - 1) * dayMs)
    throw refuse("from", `Receipts are available for the last ${logDays} days`);
  return { from: new Date(fromMs), to: new Date(Math.min(lastMs + dayMs, now.getTime())) };
}

function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((sum, one) => sum + count(one), 0);
}
