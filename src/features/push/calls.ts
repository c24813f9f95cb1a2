import { api } from "@/contract/browser";
import { AppError } from "@/contract/errors";
import { pushKeyAnswer, pushSubscriptionAnswer } from "@/contract/push";
import { isRateLimited } from "@/contract/rate-limit";
import * as z from "@/contract/zod";

/* Loaded with the first click: the contract's shapes are not needed before. */

export const fetchKey = async () => (await api.get("/push/key", pushKeyAnswer)).key;

/** Has this browser alerted; false where the call was refused for its pace, which a toast tells. */
export async function save(subscription: PushSubscription): Promise<boolean> {
  const answer = await api.call("POST", "/push/subscriptions", pushSubscriptionAnswer, subscription.toJSON());
  return !isRateLimited(answer);
}

/** Has it alerted no longer. */
export async function remove({ endpoint }: PushSubscription): Promise<boolean> {
  return !isRateLimited(await api.call("DELETE", "/push/subscriptions", z.undefined(), { endpoint }));
}

/** What went wrong in words for a toast. */
export function reasonOf(error: unknown): string {
  return error instanceof AppError && error.status < 500 ? error.message : "Please try again.";
}
