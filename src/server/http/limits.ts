import type { LimitName } from "@/contract/operations/limits";
import type { KeyUse } from "@/contract/operations/operation";
import { authenticateKey, secretOf } from "@/server/accounts/keys";
import { authenticate, bearerOf, type SignedIn } from "@/server/accounts/sessions";
import { AppError } from "@/server/platform/errors";
import type { Taken } from "@/adapters/upstash";
import { enforce, type Want } from "@/server/platform/limits";
import { clientAddress } from "./client-address";

/** Counts a call against its own limit and against the one of all calls; their error when one is used up. */
export async function enforceLimits(
  limit: LimitName | undefined,
  request: Request,
  now: Date,
): Promise<void> {
  const address = clientAddress(request);
  const wanted: Want[] = [{ counter: "ddos", key: address }];
  if (limit === "auth" || limit === "links") wanted.push({ counter: limit, key: address });
  else if (limit !== undefined) wanted.push({ counter: limit, key: await callerOf(request, address, now) });
  await enforce(wanted, now);
}

/** Whom a call's bearer signs in, be it a session's or an API key, once the limits have let it pass. */
export async function admit(
  { key, limit }: { key?: KeyUse; limit?: LimitName },
  request: Request,
  now: Date,
): Promise<SignedIn> {
  const secret = secretOf(request);
  if (secret === null) {
    await enforceLimits(limit, request, now);
    return authenticate(request, now);
  }
  await enforceLimits(undefined, request, now);
  const signedIn = await authenticateKey(secret, now);
  if (key === "write" && !signedIn.mayWrite)
    throw new AppError("KEY_NOT_ALLOWED", "This endpoint requires a key with the write scope.");
  if (key !== "read" && key !== "write")
    throw new AppError(
      "KEY_NOT_ALLOWED",
      "This endpoint doesn't accept API keys. Sign in and use an access token.",
    );
  const wanted: Want[] = [{ counter: "key", key: signedIn.sessionId }];
  // However many keys an account has, of what has a limit by account it has no more.
  if (limit !== undefined) wanted.push({ counter: limit, key: `user:${signedIn.user.id}` });
  const [left] = await enforce(wanted, now);
  if (left) leftOf.set(request, left);
  return signedIn;
}

/** What the key of a call has left of its limit. */
const leftOf = new WeakMap<Request, Taken>();

/** What an answer to a key says of its limit. */
export function limitHeaders(request: Request): Record<string, string> {
  const left = leftOf.get(request);
  if (left === undefined) return {};
  const seconds = Math.max(1, Math.ceil((left.resetsAtMs - Date.now()) / 1000));
  return {
    "RateLimit-Limit": String(left.limit),
    "RateLimit-Remaining": String(left.remaining),
    "RateLimit-Reset": String(seconds),
  };
}

/** The account of a bearer that we made, else the address. Whether its session lives is for the handler to ask. */
async function callerOf(request: Request, address: string, now: Date): Promise<string> {
  const claims = await bearerOf(request, now);
  return claims === null || claims === "expired" ? address : `user:${claims.userId}`;
}
