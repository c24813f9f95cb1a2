import { SiteError } from "@/domain/reading/site-error";
import type { ReadContext } from "./context";

/** Repeats it once, for errors of this request only. Otherwise long reads would rarely be complete. */
export async function fetchTwice<T>(
  { budget }: Pick<ReadContext, "budget">,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof SiteError) || !isPassing(error) || !(await budget.take("rest"))) throw error;
    return request();
  }
}

/** Timeouts are not repeated: they would use up the run's time. */
function isPassing({ kind, reason, retryAfterMs }: SiteError): boolean {
  const isOwn =
    reason === "aborted" || reason === "timeout" || reason === "redirect" || reason === "too-large";
  return (kind === "unavailable" || kind === "malformed") && !isOwn && retryAfterMs === null;
}
