import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import type { PushSubscriptionDraft } from "@/contract/push";
import { isRateLimited } from "@/browser/rate-limit";

/* Loaded on the first click, because the client isn't needed before. */

export const fetchKey = async () => (await api.read("getPushKey")).key;

/** Subscribes this browser. Returns its destination's id, or null if rate limited; a toast has been shown. */
export async function save(subscription: PushSubscription): Promise<string | null> {
  // The server validates the fields.
  const body = subscription.toJSON() as PushSubscriptionDraft;
  const response = await api.call("savePushSubscription", { body });
  return isRateLimited(response) ? null : response.subscription._id;
}

export async function remove({ endpoint }: PushSubscription): Promise<boolean> {
  return !isRateLimited(await api.call("deletePushSubscription", { body: { endpoint } }));
}

export function getReason(error: unknown): string {
  return error instanceof AppError && error.status < 500 ? error.message : "Please try again.";
}
