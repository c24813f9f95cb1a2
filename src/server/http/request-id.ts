import { env, isOnVercel } from "@/env";
import { newId } from "@/server/platform/ids";

export const requestIdHeader = "X-Request-Id";

// Neither an address nor a sentence fits: it goes into every line of the log.
const wellFormed = /^[\w.:-]{8,64}$/;

/** What a request is called in the log and in its answer: as our own proxy calls it, else an id of ours. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get(requestIdHeader);
  const isFromProxy = env().TRUSTED_PROXY_HOPS > 0 && !isOnVercel();
  return isFromProxy && given !== null && wellFormed.test(given) ? given : newId();
}
