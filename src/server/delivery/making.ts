import type { Channel } from "@/domain/channel";
import type { Message, Reader } from "@/domain/message";
import { silentUntil } from "@/domain/silence";
import type { ClaimedDelivery } from "@/server/delivery/statements/deliveries";
import { quietOn } from "@/server/delivery/statements/policies";
import { unsubscribeUrl } from "./unsubscribe";

/** After this it is asked again whether a message still has to wait: a mute can be ended. */
const mostSilentMs = 3_600_000;

/** What is to be rendered; or why nothing is to go, or how long it has to wait for what it is made of. */
export type Made = Message | { skip: string } | { waitMs: number; reason: string };
export type MakeMessage = (delivery: ClaimedDelivery) => Made;

export function readerOf({ userId, email, timeZone }: ClaimedDelivery): Reader {
  return { email, timeZone, unsubscribeUrl: unsubscribeUrl(userId) };
}

/** How long a message waits for the end of a mute or of quiet hours; null: it can go. */
export function heldBack(
  channel: Pick<Channel, "gatherMs">,
  delivery: ClaimedDelivery,
  now: Date,
): { waitMs: number; reason: string } | null {
  const until = silentUntil(now, quietOn(channel, delivery));
  if (until === null) return null;
  return { waitMs: Math.min(until.getTime() - now.getTime(), mostSilentMs), reason: "quiet" };
}
