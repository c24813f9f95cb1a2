import { z } from "zod";
import { ownChannel } from "@/channels/own-channel";
import type { ChannelName } from "@/channels/registry";
import type { Outcome } from "@/domain/channel";
import { offNotice, offNoticeKey, type OffReason } from "@/domain/destination-off";
import type { Queryable } from "@/server/platform/database";
import type { RequestMessage } from "@/server/delivery/statements/requests";
import { moveGiven } from "./destinations";
import { type DeliveryResult, insertOwnDelivery } from "./statements/deliveries";
import { deleteDestinations, recordDestinations } from "./statements/destinations";
import { insertAttempts, recordFailing, recordAcquired, switchOff } from "./statements/given-destinations";
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
    if (channel === ownChannel) await suppressAddresses(tx, gone.map(addresseeOf), "bounced", now);
    else await deleteDestinations(tx, gone);
  }
  const mended = ofKind(settled, "sent").filter(({ isFailing }) => isFailing);
  const failing = ofKind(settled, "refused").filter(({ isFailing }) => !isFailing);
  if (mended.length > 0) await recordDestinations(tx, idsOf(mended), null);
  if (failing.length > 0) await recordDestinations(tx, idsOf(failing), now);
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
    outcome.words === undefined ? [] : [{ id: message.id, answer: outcome.words }],
  );
  if (said.length > 0) await insertAttempts(tx, said, now);
  for (const { message, outcome } of settled) {
    const { destinationId: id, userId } = message;
    if (outcome.movedTo !== undefined)
      await moveGiven(tx, { id, userId, channel, address: outcome.movedTo }, now);
  }
  const used = ofKind(settled, "sent");
  if (used.length > 0) await recordAcquired(tx, idsOf(used), now);
  const failing = settled.filter(({ outcome }) => outcome.kind !== "sent" && outcome.words !== undefined);
  const failures = failing.map(({ message, outcome }) => ({
    id: message.destinationId,
    failure: outcome.words ?? "",
  }));
  if (failures.length > 0) await recordFailing(tx, failures, now);
  const off = settled.flatMap(({ message, outcome, result }) => {
    const reason = offReason(outcome, result);
    return reason === null ? [] : [{ id: message.destinationId, reason }];
  });
  for (const { id, userId } of off.length === 0 ? [] : await switchOff(tx, off, now)) {
    const dedupeKey = offNoticeKey(id, now);
    await insertOwnDelivery(tx, { userId, dedupeKey, template: offNotice, now });
  }
}

function offReason(outcome: Outcome, result: DeliveryResult): OffReason | null {
  if (outcome.kind === "gone") return "gone";
  const isTried = outcome.kind === "later" || outcome.kind === "unknown";
  return isTried && result.status !== "pending" ? "failing" : null;
}
