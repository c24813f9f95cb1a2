import { getChannel, type ChannelName } from "@/channels/registry";
import { backoffMs } from "@/domain/time/backoff";
import type { Channel } from "@/domain/delivery/channel";
import { optionalTemplates } from "@/domain/delivery/message";
import { pool, type Queryable, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { log, loggedError } from "@/server/platform/log";
import {
  claimDeliveries,
  type ClaimedDelivery,
  type MessageKind,
  type DeliveryResult,
  recordResults,
} from "@/server/delivery/statements/deliveries";
import { renewDeliveries } from "@/server/delivery/statements/claims";
import { freezeDeliveries, type FrozenDelivery } from "@/server/delivery/statements/requests";
import { mailUnsent } from "./mail-instead";
import { claimMs, whileClaimed } from "./claims";
import type { MakeMessage } from "./making";
import { readMessages } from "./messages";
import { noResponse } from "./record-outcomes";

const maxRenderTries = 5;
/** Receivers deduplicate for this long (ms). Older attempted deliveries are given up. */
const retentionMs = 24 * 60 * 60 * 1000;

/** Channels with fixed waits give up after the last of these instead. */
function isOver({ isFrozen, waitsMs }: Channel, delivery: ClaimedDelivery, now: Date): boolean {
  if (isFrozen || waitsMs !== undefined || delivery.attempts === 0) return false;
  return now.getTime() - delivery.retrySince.getTime() > retentionMs;
}

const isMuted = ({ mutedUntil }: ClaimedDelivery, now: Date) => mutedUntil !== null && mutedUntil > now;

export interface FreezeTally {
  claimed: number;
  failed: number;
  retried: number;
}

/** Renders due messages and freezes them into requests of the channel's batch size. */
export async function freezeDue(name: ChannelName, kind: MessageKind, now: Date): Promise<FreezeTally> {
  const channel = getChannel(name);
  const leaseUntil = new Date(now.getTime() + claimMs);
  // Takes half from the queue's end, so a dead endpoint's backlog doesn't block others.
  const newest = channel.given === undefined ? 0 : Math.floor(channel.batchSize / 2);
  const claim = { channel: name, kind, max: channel.batchSize, newest, now, leaseUntil };
  const claimed = await claimDeliveries(pool(), claim);
  if (claimed.length === 0) return { claimed: 0, failed: 0, retried: 0 };
  const renew = (until: Date) => renewDeliveries(pool(), claimed, until);
  return whileClaimed(now, renew, () => freezeClaimed(name, kind, claimed, now));
}

async function freezeClaimed(
  name: ChannelName,
  kind: MessageKind,
  claimed: readonly ClaimedDelivery[],
  now: Date,
): Promise<FreezeTally> {
  const channel = getChannel(name);
  const outcomes: (FrozenDelivery | DeliveryResult)[] = [];
  const make = await readMessages(channel, kind, claimed, now);
  for (const delivery of claimed) outcomes.push(await renderOne(channel, delivery, make, now));
  const ready = outcomes.filter((outcome): outcome is FrozenDelivery => "message" in outcome);
  const requeued = outcomes.filter((outcome): outcome is DeliveryResult => !("message" in outcome));
  if (requeued.length > 0) await transaction((tx) => requeueDeliveries(tx, name, requeued, now));
  const withOwnRequest = new Set(claimed.filter(hasOwnRequest).map(({ id }) => id));
  const shared = newId();
  const placed = ready.map((delivery, index) => ({
    ...delivery,
    requestKey: kind === "account" && withOwnRequest.has(delivery.id) ? newId() : shared,
    requestPosition: index,
  }));
  if (placed.length > 0) await freezeDeliveries(pool(), placed, { now, isNew: channel.isFrozen });
  const count = (...statuses: DeliveryResult["status"][]) =>
    requeued.filter(({ status }) => statuses.includes(status)).length;
  return { claimed: outcomes.length, failed: count("failed", "unknown"), retried: count("pending") };
}

/** An account email's link expires and its body is erased before an unclear request ends. */
function hasOwnRequest({ template }: ClaimedDelivery): boolean {
  return template === null || !optionalTemplates.includes(template);
}

const unreached = ["gone", "suppressed"];

async function requeueDeliveries(
  tx: Queryable,
  name: ChannelName,
  requeued: readonly DeliveryResult[],
  now: Date,
): Promise<void> {
  const own = await recordResults(tx, requeued, now);
  const isLost = ({ id, status, reason }: DeliveryResult) =>
    own.has(id) && status === "skipped" && unreached.includes(reason ?? "");
  const lost = requeued.filter(isLost);
  await mailUnsent(
    tx,
    name,
    lost.map(({ id }) => id),
    now,
  );
}

async function renderOne(
  channel: Channel,
  delivery: ClaimedDelivery,
  make: MakeMessage,
  now: Date,
): Promise<FrozenDelivery | DeliveryResult> {
  const { id, fence } = delivery;
  const ended = { id, fence };
  if (isOver(channel, delivery, now)) return { ...ended, status: "unknown", reason: noResponse };
  // Unrenderable messages must not block others: postponed, and marked as failed after five tries.
  try {
    const made = make(delivery);
    if ("skip" in made) {
      // Its link has expired, but an earlier attempt might have arrived.
      const wasTried = made.skip === "expired" && delivery.attempts > 0;
      return { ...ended, status: wasTried ? "unknown" : "skipped", reason: made.skip };
    }
    if ("waitMs" in made) {
      const nextAttemptAt = new Date(now.getTime() + made.waitMs);
      // Once it was tried, nightly quiet hours must not restart its retries forever. A mute can outlast them.
      const isRestarted = delivery.attempts === 0 || isMuted(delivery, now);
      const restarted = isRestarted ? { retrySince: nextAttemptAt } : {};
      return { ...ended, status: "pending", reason: made.reason, nextAttemptAt, ...restarted };
    }
    return { id, fence, ...(await channel.render(made)) };
  } catch (error) {
    const tries = delivery.attempts + 1;
    const status = tries >= maxRenderTries ? "failed" : "pending";
    log().error({ deliveryId: id, tries, error: loggedError(error) }, "a message could not be rendered");
    const waitMs = backoffMs(tries, { baseMs: 30_000, capMs: 600_000, random: Math.random() });
    const nextAttemptAt = new Date(now.getTime() + waitMs);
    return { ...ended, status, reason: "render", nextAttemptAt, attempts: 1 };
  }
}
