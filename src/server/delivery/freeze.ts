import { backoffMs } from "@/domain/backoff";
import { pool } from "@/server/platform/database";
import { renderAccountMail } from "@/server/delivery/emails/account-mail";
import { renderAlertMail } from "@/server/delivery/emails/alert-mail";
import { isBillingNotice, renderBillingMail } from "@/server/delivery/emails/billing-mail";
import { renderTestAlert } from "@/server/delivery/emails/test-alert";
import type { Rendered } from "@/server/delivery/emails/rendered";
import { newId } from "@/server/platform/ids";
import { log, loggedError } from "@/server/platform/log";
import { settleMarks } from "@/server/clips/pending-marks";
import {
  claimDeliveries,
  type ClaimedDelivery,
  type MailChannel,
} from "@/server/delivery/statements/claim-deliveries";
import { freezeBatch, type FrozenDelivery } from "@/server/delivery/statements/freeze-batch";
import { listAccountTokens } from "@/server/delivery/statements/list-account-tokens";
import { listMailItems, type MailItemRow } from "@/server/delivery/statements/list-mail-items";
import { listMailTotals } from "@/server/delivery/statements/list-mail-totals";
import { putBackDeliveries, type PutBack } from "@/server/delivery/statements/put-back-deliveries";
import { mostMailItems } from "@/server/delivery/emails/alert-content";
import { renderDue } from "@/server/rendering/render";

/** Resend takes 100 messages a request. */
const batchSize = 100;
const leaseMs = 120_000;
const mostRenderTries = 5;
/** So long the mails of a turn wait for their items. */
const renderingMs = 10_000;
const renderWaitMs = 5_000;
const mostRenderWaitMs = 60_000;

type Render = (delivery: ClaimedDelivery) => Promise<Rendered | { skip: string } | { waitMs: number }>;

export interface FreezeTally {
  claimed: number;
  failed: number;
  retried: number;
}

/** Renders what is due on a channel and freezes it into batches: up to 100 messages. */
export async function freezeDue(channel: MailChannel, now: Date): Promise<FreezeTally> {
  const leaseUntil = new Date(now.getTime() + leaseMs);
  const claimed = await claimDeliveries(pool(), { channel, most: batchSize, now, leaseUntil });
  if (claimed.length === 0) return { claimed: 0, failed: 0, retried: 0 };
  const render = channel === "account" ? await accountRender(claimed, now) : await alertRender(claimed, now);
  const ready: FrozenDelivery[] = [];
  const putBack: PutBack[] = [];
  for (const delivery of claimed) {
    const outcome = await renderOne(delivery, render, now);
    if ("message" in outcome) ready.push(outcome);
    else putBack.push(outcome);
  }
  if (putBack.length > 0) await putBackDeliveries(pool(), putBack);
  await freeze(channel, ready, now);
  const retried = putBack.filter((delivery) => delivery.status === "pending").length;
  return {
    claimed: claimed.length,
    failed: putBack.filter((delivery) => delivery.status === "failed").length,
    retried,
  };
}

/** An account mail goes alone: its link is over before an unclear request may be given up, and its body with it. */
async function freeze(channel: MailChannel, ready: readonly FrozenDelivery[], now: Date): Promise<void> {
  const batches =
    channel === "account" ? ready.map((delivery) => [delivery]) : ready.length > 0 ? [ready] : [];
  for (const deliveries of batches) await freezeBatch(pool(), { id: newId(), channel, now }, deliveries);
}

async function renderOne(
  delivery: ClaimedDelivery,
  render: Render,
  now: Date,
): Promise<FrozenDelivery | PutBack> {
  const { id, fence } = delivery;
  // One user's poison must not hold up the others: it is put off, and after five tries kept as failed.
  try {
    const rendered = await render(delivery);
    if ("skip" in rendered) {
      return { id, fence, status: "skipped", reason: rendered.skip, nextAttemptAt: now, isTry: false };
    }
    if ("waitMs" in rendered) {
      const nextAttemptAt = new Date(now.getTime() + rendered.waitMs);
      return { id, fence, status: "pending", reason: "items", nextAttemptAt, isTry: false };
    }
    return { id, fence, ...rendered };
  } catch (error) {
    const tries = delivery.attempts + 1;
    const status = tries >= mostRenderTries ? "failed" : "pending";
    log().error({ deliveryId: id, tries, error: loggedError(error) }, "a mail could not be rendered");
    const waitMs = backoffMs(tries, { baseMs: 30_000, capMs: 600_000, random: Math.random() });
    return {
      id,
      fence,
      status,
      reason: "render",
      nextAttemptAt: new Date(now.getTime() + waitMs),
      isTry: true,
    };
  }
}

async function alertRender(claimed: readonly ClaimedDelivery[], now: Date): Promise<Render> {
  const ids = claimed.filter((delivery) => delivery.isMailable).map((delivery) => delivery.id);
  await settleMarks(ids);
  const totals = new Map((await listMailTotals(pool(), ids)).map((total) => [total.deliveryId, total]));
  const items = new Map<string, MailItemRow[]>(ids.map((id) => [id, []]));
  for (const item of await listRenderedItems(ids, now)) items.get(item.deliveryId)!.push(item);
  return async (delivery) => {
    if (!delivery.isMailable) return { skip: "suppressed" };
    if (delivery.template === "test") return renderTestAlert(delivery, now);
    const carried = totals.get(delivery.id);
    if (carried === undefined) return { skip: "empty" };
    const own = items.get(delivery.id) ?? [];
    if (own.some((item) => isBeingRendered(item, now))) return { waitMs: renderWaitMs };
    return renderAlertMail({ ...carried, items: own }, delivery, now);
  };
}

/** What the mails carry, after rendering what of it was left: mostly nothing. */
async function listRenderedItems(deliveryIds: readonly string[], now: Date): Promise<MailItemRow[]> {
  const items = await listMailItems(pool(), deliveryIds, mostMailItems);
  const left = new Set(items.filter((item) => item.isToRender).map((item) => item.fullname));
  if (left.size === 0) return items;
  const begunMs = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - begunMs);
  const { rendered, given } = await renderDue([...left], clock, () => new Date(now.getTime() + renderingMs));
  return rendered + given === 0 ? items : listMailItems(pool(), deliveryIds, mostMailItems);
}

/** By another process, or soon again by some; an item that takes longer goes as it was written, and holds up nothing. */
function isBeingRendered({ isToRender, storedAt }: MailItemRow, now: Date): boolean {
  return isToRender && now.getTime() - storedAt.getTime() < mostRenderWaitMs;
}

async function accountRender(claimed: readonly ClaimedDelivery[], now: Date): Promise<Render> {
  const withLink = claimed.filter((delivery) => !isBillingNotice(delivery.template));
  const found = await listAccountTokens(
    pool(),
    withLink.map((delivery) => delivery.slot),
    now,
  );
  const tokens = new Map(found.map((token) => [token.id, token]));
  return async (delivery) => {
    if (isBillingNotice(delivery.template)) {
      if (delivery.emailStatus === "bounced") return { skip: "suppressed" };
      return renderBillingMail(delivery.template, delivery.email);
    }
    const token = tokens.get(delivery.slot);
    if (token === undefined) return { skip: "expired" };
    // A change of address is mailed to the new one, whatever became of the old; a notice of it to the old one.
    if (token.email === delivery.email && delivery.emailStatus === "bounced") return { skip: "suppressed" };
    const { registeredAt, registeredWith } = token;
    return renderAccountMail(delivery.template, {
      tokenId: token.id,
      to: token.email,
      registration: {
        userId: delivery.userId,
        timeZone: delivery.timeZone,
        at: registeredAt,
        with: registeredWith,
      },
    });
  };
}
