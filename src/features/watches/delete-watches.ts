import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";

const atOnce = 1_000;

/** Deletes watches, but keeps their notifications. Waits if a rate limit rejects a request. */
export async function deleteWatches(ids: readonly string[]): Promise<void> {
  let at = 0;
  while (at < ids.length) {
    const response = await api.call("deleteWatches", { body: { ids: ids.slice(at, at + atOnce) } });
    if (!isRateLimited(response)) at += atOnce;
    else await new Promise((resolve) => setTimeout(resolve, response.retryAfterSeconds * 1_000));
  }
}
