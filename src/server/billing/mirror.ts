import type { CustomerState } from "@/adapters/stripe/customers";
import { getPlan } from "@/domain/plans/plans";
import { getCurrent, findDuplicates, getNotices } from "@/domain/plans/subscription";
import type { Queryable } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { lockUser } from "@/server/accounts/statements/accounts";
import { endWaits } from "@/server/delivery/statements/given-destinations";
import { releaseDeferredEntries } from "@/server/delivery/statements/outbox";
import { findMirror, pauseBeyondLimit, type MirrorRow } from "./statements/mirror";
import { queueNotice } from "./notices";
import { prisma } from "@/server/platform/database";

interface Read {
  userId: string;
  customerId: string;
  ticket: number;
  state: CustomerState | "deleted";
  now: Date;
  /** Corrections at Stripe have failed: keeps the delay of the next read. */
  isIncomplete?: boolean;
}

/** Applies a Stripe read, unless a read that started later was already applied. */
export async function applyRead(tx: Queryable, read: Read): Promise<void> {
  const { userId, customerId, ticket, state, now, isIncomplete = false } = read;
  if ((await lockUser(tx, userId)) === null) return;
  const before = await findMirror(userId);
  if (before === null || before.customerId !== customerId || before.readApplied >= ticket) return;
  const after = { ...getMirror(before, state, now), readApplied: ticket };
  const data = { ...after, syncedAt: now, ...(!isIncomplete && { syncAttempts: 0, nextSyncAt: null }) };
  await prisma().subscription.updateMany({ where: { userId }, data });
  const { watchLimit, threadLimit } = getPlan(after.status);
  if (watchLimit !== null) {
    const limits = { keyword: watchLimit, thread: threadLimit };
    await pauseBeyondLimit(tx, { ids: [userId], limits, now });
  }
  if (getPlan(after.status).realtimeEveryMs < getPlan(before.status).realtimeEveryMs)
    await releaseDeferredEntries(tx, userId, now);
  if (getPlan(after.status).destinationLimit === 0) await endWaits({ userId }, now);
  const notices = [...getNotices(remembered(before), remembered(after)), ...secondRefunds(state, now)];
  for (const notice of notices) await queueNotice(tx, { ...notice, userId, now });
  if (after.disputedAt !== null && before.disputedAt === null)
    log().error({ userId, customerId }, "a payment is disputed: respond in the Stripe dashboard");
}

function getMirror(before: MirrorRow, state: CustomerState | "deleted", now: Date): MirrorRow {
  if (state === "deleted") {
    const isOver = before.subscriptionId !== null;
    return {
      ...before,
      ...nothing,
      customerId: null,
      status: isOver ? "canceled" : "none",
      disputedAt: null,
    };
  }
  const disputedAt = state.hasOpenDispute ? (before.disputedAt ?? now) : null;
  const current = getCurrent(state.subscriptions);
  if (current === null) return { ...before, ...nothing, status: "none", disputedAt };
  const isSame = before.subscriptionId === current.id;
  return {
    ...before,
    subscriptionId: current.id,
    priceId: current.priceId,
    status: current.status,
    cancelAtPeriodEnd: current.cancelAtPeriodEnd,
    currentPeriodStart: current.currentPeriodStart,
    currentPeriodEnd: current.currentPeriodEnd,
    latestInvoiceId: current.latestInvoiceId,
    refundedAt: current.isRefunded ? ((isSame ? before.refundedAt : null) ?? now) : null,
    disputedAt,
  };
}

const nothing = {
  subscriptionId: null,
  priceId: null,
  cancelAtPeriodEnd: false,
  currentPeriodStart: null,
  currentPeriodEnd: null,
  latestInvoiceId: null,
  refundedAt: null,
};

function secondRefunds(state: CustomerState | "deleted", now: Date) {
  const all = state === "deleted" ? [] : state.subscriptions;
  const doubled = findDuplicates(all, getCurrent(all), now);
  return doubled.map(({ id }) => ({ notice: "pro-second-refunded" as const, about: id }));
}

function remembered({ subscriptionId, status, latestInvoiceId, refundedAt }: MirrorRow) {
  return { subscriptionId, status, latestInvoiceId, isRefunded: refundedAt !== null };
}
