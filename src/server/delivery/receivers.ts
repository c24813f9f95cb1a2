import * as z from "zod";
import { ownChannel } from "@/channels/own-channel";
import type { ChannelName } from "@/channels/registry";
import type { Outcome } from "@/domain/delivery/channel";
import { offNotice, offNoticeKey, type OffReason } from "@/domain/delivery/destination-off";
import { prisma, type Queryable } from "@/server/platform/database";
import type { RequestMessage } from "@/server/delivery/statements/requests";
import { moveGiven } from "./destinations";
import { type DeliveryResult, insertOwnDelivery } from "./statements/deliveries";
import { deleteDestinations, setFailing } from "./statements/destinations";
import { recordAttempted, switchOff, type Attempted } from "./statements/given-destinations";
import { suppressAddresses } from "./suppression";

export interface Settled {
  message: RequestMessage;
  outcome: Outcome;
  result: DeliveryResult;
}

/** Deletes gone destinations (suppresses own addresses); sets or clears the failing state of others. */
export async function recordReceivers(
  tx: Queryable,
  channel: ChannelName,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  const gone = ofKind(settled, "gone");
  if (gone.length > 0) {
    if (channel === ownChannel)
      await suppressAddresses(tx, gone.map(addresseeOf), { status: "bounced" }, now);
    else await deleteDestinations(tx, gone);
  }
  const mended = ofKind(settled, "sent").filter(({ isFailing }) => isFailing);
  const failing = ofKind(settled, "refused").filter(({ isFailing }) => !isFailing);
  if (mended.length > 0) await setFailing(tx, idsOf(mended), null);
  if (failing.length > 0) await setFailing(tx, idsOf(failing), now);
}

function ofKind(settled: readonly Settled[], kind: Outcome["kind"]): RequestMessage[] {
  return settled.filter(({ outcome }) => outcome.kind === kind).map(({ message }) => message);
}

function idsOf(messages: readonly RequestMessage[]): string[] {
  return messages.map(({ destinationId }) => destinationId);
}

/** The address it was sent to. The account might have a different one by now. */
function addresseeOf({ message }: RequestMessage): string {
  return addressed.parse(message).to;
}

const addressed = z.object({ to: z.string() });

/** Records responses. Turns off gone or finally failed destinations and emails their owner once. */
export async function recordGiven(
  tx: Queryable,
  channel: ChannelName,
  settled: readonly Settled[],
  now: Date,
): Promise<void> {
  const said = settled.flatMap(({ message, outcome }) =>
    outcome.words === undefined ? [] : [{ deliveryId: message.id, at: now, answer: outcome.words }],
  );
  const { deliveryAttempt } = prisma();
  if (said.length > 0) await deliveryAttempt.createMany({ data: said, skipDuplicates: true });
  for (const { message, outcome } of settled) {
    const { destinationId: id, userId } = message;
    if (outcome.movedTo !== undefined)
      await moveGiven({ id, userId, channel, address: outcome.movedTo }, now);
  }
  const attempted = attemptedOf(settled);
  if (attempted.length > 0) await recordAttempted(tx, attempted, now);
  for (const { message, outcome, result } of settled) {
    const { destinationId: id, userId, retrySince } = message;
    const reason = offReason(outcome, result);
    if (reason === null) continue;
    // A working endpoint can be unable to process a single message.
    const failingSince = reason === "failing" ? retrySince : undefined;
    if (!(await switchOff(id, reason, now, failingSince))) continue;
    const dedupeKey = offNoticeKey(id, now);
    await insertOwnDelivery(tx, { userId, dedupeKey, template: offNotice, now });
  }
}

/** Several messages to one destination make one row. A failure counts more than a success. */
function attemptedOf(settled: readonly Settled[]): Attempted[] {
  const byId = new Map<string, Attempted>();
  for (const { message, outcome } of settled) {
    const { destinationId: id } = message;
    const isSent = outcome.kind === "sent";
    if (!isSent && outcome.words === undefined) continue;
    const { isSent: wasSent = false, failure = null } = byId.get(id) ?? {};
    byId.set(id, { id, isSent: isSent || wasSent, failure: isSent ? failure : (outcome.words ?? failure) });
  }
  return [...byId.values()];
}

function offReason(outcome: Outcome, result: DeliveryResult): OffReason | null {
  if (outcome.kind === "gone") return "gone";
  const isTried = outcome.kind === "later" || outcome.kind === "unknown";
  return isTried && result.status !== "pending" ? "failing" : null;
}
