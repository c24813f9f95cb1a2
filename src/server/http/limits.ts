import type { LimitName } from "@/contract/operations/limits";
import { bearerOf } from "@/server/accounts/sessions";
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

/** The account of a bearer that we made, else the address. Whether its session lives is for the handler to ask. */
async function callerOf(request: Request, address: string, now: Date): Promise<string> {
  const claims = await bearerOf(request, now);
  return claims === null || claims === "expired" ? address : `user:${claims.userId}`;
}
