import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import type { PushSubscriptionDraft } from "@/contract/push";
import { isRateLimited } from "@/contract/rate-limit";

/* Loaded with the first click: the client is not needed before. */

export const fetchKey = async () => (await api.read("getPushKey")).key;

/** Has this browser alerted; false where the call was refused for its pace, which a toast tells. */
export async function save(subscription: PushSubscription): Promise<boolean> {
  // What is missing in it the server refuses.
  const body = subscription.toJSON() as PushSubscriptionDraft;
  return !isRateLimited(await api.call("savePushSubscription", { body }));
}

/** Has it alerted no longer. */
export async function remove({ endpoint }: PushSubscription): Promise<boolean> {
  return !isRateLimited(await api.call("deletePushSubscription", { body: { endpoint } }));
}

/** What went wrong in words for a toast. */
export function reasonOf(error: unknown): string {
  return error instanceof AppError && error.status < 500 ? error.message : "Please try again.";
}
