import type { Channel } from "@/domain/delivery/channel";
import type { Message, Reader } from "@/domain/delivery/message";
import { silentUntil } from "@/domain/delivery/silence";
import type { ClaimedDelivery } from "@/server/delivery/statements/deliveries";
import { quietOn } from "@/server/delivery/statements/policies";
import { unsubscribeUrl } from "./unsubscribe";

/** Maximum delay before checking again whether a message is still silenced (ms): a mute can end early. */
const maxSilentMs = 3_600_000;

export type Made = Message | { skip: string } | { waitMs: number; reason: string };
export type MakeMessage = (delivery: ClaimedDelivery) => Made;

export function getReader({ userId, email, timeZone }: ClaimedDelivery): Reader {
  return { email, timeZone, unsubscribeUrl: unsubscribeUrl(userId) };
}

/** How long a message waits for the end of a mute or quiet hours; null if it can be sent now. */
export function defer(
  channel: Pick<Channel, "gatherMs">,
  delivery: ClaimedDelivery,
  now: Date,
): { waitMs: number; reason: string } | null {
  const until = silentUntil(now, quietOn(channel, delivery));
  if (until === null) return null;
  return { waitMs: Math.min(until.getTime() - now.getTime(), maxSilentMs), reason: "quiet" };
}
