import { areUsableKeys, isKnownService, pushKey, secretOf } from "@/channels/push/web-push";
import type { PushSubscriptionDraft } from "@/contract/push";
import { planOf } from "@/domain/plans";
import { pool, transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { lockSignedIn } from "./sessions";
import type { Account } from "./statements/accounts";
import { forgetDestination, saveDestination } from "@/server/delivery/destinations";

/** Browsers of one account; the one subscribed longest ago gives way. */
const mostBrowsers = 10;

/** Whether browsers can be alerted at all. */
export function isPushOn(): boolean {
  return pushKey() !== null;
}

/** NOT_FOUND where Web Push is off. */
export function getPushKey(): { key: string } {
  const key = pushKey();
  if (key === null) throw new AppError("NOT_FOUND");
  return { key };
}

/** NOT_FOUND, UNAUTHORIZED, PRO_REQUIRED; VALIDATION_ERROR for a push service that is not on the list, or keys that are none. */
export async function subscribeBrowser(
  signedIn: { user: Account; sessionId: string },
  draft: PushSubscriptionDraft,
  now: Date,
) {
  getPushKey();
  const { sessionId } = signedIn;
  const userId = signedIn.user.id;
  const { endpoint, keys } = draft;
  const saved = await transaction(async (tx) => {
    const owner = await lockSignedIn(tx, { userId, sessionId }, now);
    if (!planOf(owner.subscriptionStatus).hasPush) throw new AppError("PRO_REQUIRED");
    if (!isKnownService(draft)) throw invalid("endpoint", "This browser's push service isn't supported");
    if (!areUsableKeys(keys)) throw invalid("keys", "Must be valid browser keys");
    const kept = { channel: "push", userId, sessionId, address: endpoint, secret: secretOf(keys) } as const;
    return saveDestination(tx, kept, mostBrowsers, now);
  });
  const { id, createdAt } = saved;
  return { subscription: { _id: id, endpoint, createdAt: createdAt.toISOString() } };
}

/** On every plan, and nothing happens where it is not the user's. */
export async function unsubscribeBrowser(user: Account, endpoint: string): Promise<void> {
  await forgetDestination(pool(), { channel: "push", userId: user.id, address: endpoint });
}

function invalid(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", undefined, { errors: { [field]: [message] } });
}
