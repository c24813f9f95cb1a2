import { areUsableKeys, isKnownService, pushKey, getSecret } from "@/channels/push/web-push";
import type { PushSubscriptionDraft } from "@/contract/push";
import { getPlan } from "@/domain/plans/plans";
import { transaction } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { lockSignedIn } from "./sessions";
import type { Account } from "./statements/accounts";
import { forgetDestination, saveDestination } from "@/server/delivery/destinations";

/** Browsers per account. Beyond that, the oldest subscription is replaced. */
const maxBrowsers = 10;

export function isPushOn(): boolean {
  return pushKey() !== null;
}

/** Throws NOT_FOUND if Web Push is off. */
export function getPushKey(): { key: string } {
  const key = pushKey();
  if (key === null) throw new AppError("NOT_FOUND");
  return { key };
}

/** Throws NOT_FOUND, UNAUTHORIZED, PRO_REQUIRED, or VALIDATION_ERROR (unsupported service, bad keys). */
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
    if (!getPlan(owner.subscriptionStatus).hasPush) throw new AppError("PRO_REQUIRED");
    if (!isKnownService(draft)) throw invalid("endpoint", "This browser's push service isn't supported");
    if (!areUsableKeys(keys)) throw invalid("keys", "Must be valid browser keys");
    const destination = {
      channel: "push",
      userId,
      sessionId,
      address: endpoint,
      secret: getSecret(keys),
    } as const;
    return saveDestination(destination, maxBrowsers, now);
  });
  const { id, createdAt } = saved;
  return { subscription: { _id: id, endpoint, createdAt: createdAt.toISOString() } };
}

/** Available on every plan. No-op if the subscription belongs to another user. */
export async function unsubscribeBrowser(user: Account, endpoint: string): Promise<void> {
  await forgetDestination({ channel: "push", userId: user.id, address: endpoint });
}

function invalid(field: string, message: string): AppError {
  return new AppError("VALIDATION_ERROR", undefined, { errors: { [field]: [message] } });
}
