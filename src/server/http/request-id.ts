import { env, isOnVercel } from "@/env";
import { newId } from "@/server/platform/ids";

export const requestIdHeader = "X-Request-Id";

// Excludes email addresses and sentences, because the id is part of every log entry.
const wellFormed = /^[\w.:-]{8,64}$/;

/** Returns the id of a request for logs and responses: from our own proxy's header, otherwise a new one. */
export function getRequestId(request: Request): string {
  const input = request.headers.get(requestIdHeader);
  const isFromProxy = env().TRUSTED_PROXY_HOPS > 0 && !isOnVercel();
  return isFromProxy && input !== null && wellFormed.test(input) ? input : newId();
}
