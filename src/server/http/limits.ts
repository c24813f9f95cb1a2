import type { LimitName } from "@/contract/operations/limits";
import type { KeyUse } from "@/contract/operations/operation";
import { authenticateKey, getSecret } from "@/server/accounts/keys";
import { authenticate, getBearer, type SignedIn } from "@/server/accounts/sessions";
import { AppError } from "@/server/platform/errors";
import { enforce, type Want } from "@/server/platform/limits";
import { clientAddress } from "./client-address";
import { setLimitHeaders } from "./limit-headers";

/** Counts a request against its own limit and the global limit. Throws the error of an exceeded limit. */
export async function enforceLimits(
  limit: LimitName | undefined,
  request: Request,
  now: Date,
): Promise<void> {
  const address = clientAddress(request);
  const wanted: Want[] = [{ counter: "ddos", key: address }];
  if (limit === "auth" || limit === "links" || limit === "preview")
    wanted.push({ counter: limit, key: address });
  else if (limit !== undefined) wanted.push({ counter: limit, key: await callerOf(request, address, now) });
  await enforce(wanted, now);
}

export async function authenticateRequest(
  { key, limit }: { key?: KeyUse; limit?: LimitName },
  request: Request,
  now: Date,
): Promise<SignedIn> {
  const secret = getSecret(request);
  if (secret === null) {
    await enforceLimits(limit, request, now);
    return authenticate(request, now);
  }
  await enforceLimits(undefined, request, now);
  const signedIn = await authenticateKey(secret, now);
  if (key === "write" && !signedIn.canWrite)
    throw new AppError("KEY_NOT_ALLOWED", "This endpoint requires a key with the write scope.");
  if (key !== "read" && key !== "write")
    throw new AppError(
      "KEY_NOT_ALLOWED",
      "This endpoint doesn't accept API keys. Sign in and use an access token.",
    );
  const wanted: Want[] = [{ counter: "key", key: signedIn.sessionId }];
  // Account limits also apply if the account has several keys.
  if (limit !== undefined) wanted.push({ counter: limit, key: `user:${signedIn.user.id}` });
  const [left] = await enforce(wanted, now);
  if (left) setLimitHeaders(request, left);
  return signedIn;
}

/** Doesn't check whether the session is active. */
async function callerOf(request: Request, address: string, now: Date): Promise<string> {
  const claims = await getBearer(request, now);
  return claims === null || claims === "expired" ? address : `user:${claims.userId}`;
}
