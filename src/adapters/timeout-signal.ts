/**
 * Like `AbortSignal.timeout`, but also fires if only `AbortSignal.any` refers to it. Before 22.16, Node collects
 * such a timeout as garbage, so a request without a response would never end (nodejs/node#57736). A listener
 * keeps it.
 */
export function timeoutSignal(ms: number): AbortSignal {
  const signal = AbortSignal.timeout(ms);
  signal.addEventListener("abort", () => undefined, { once: true });
  return signal;
}
