import { perProcess } from "@/adapters/per-process";
import type { Lane } from "@/domain/reading/lane";
import type { Purpose } from "@/domain/reading/request-budget";
import type { Page } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import type { PagesContext } from "./context";

/** Rows per page after full ones were too large, by site, kind and place. A hint: relearned if missing. */
const knownSizes = () => perProcess("earshotPageSizes", () => new Map<string, number>());

/** Halves the rows if a response is too large. Null: budget or time used up. Returns the site's error. */
export function getPages(
  context: PagesContext,
  lane: Lane,
  purpose: Purpose,
): (after: string | null) => Promise<Page | SiteError | null> {
  const { site } = context;
  const { pageSize } = site;
  const sizes = knownSizes();
  const keys = lane.places.map((name) => `${site.id} ${lane.kind} ${name}`);
  // Twice the last size, so pages grow again after the large items.
  let limit = Math.min(pageSize, ...keys.map((key) => 2 * (sizes.get(key) ?? pageSize)));
  /** Remaining rows of the page that was too large. */
  let heavy = limit < pageSize ? pageSize : 0;
  let requestCount = 0;

  async function request(after: string | null): Promise<Page> {
    const { places, kind } = lane;
    const page = await site.fetchNewest({ places, kind, limit, after, signal: context.signal });
    await context.budget.recordRate(page.rate);
    if (page.requests !== undefined) await context.budget.note(purpose, page.requests - 1);
    // Skipping a single oversized row says little about its neighbors.
    const wasGiant = limit === 1 && page.items.length === 0;
    for (const key of keys) {
      if (wasGiant || (limit === pageSize && after === null)) sizes.delete(key);
      else if (limit < pageSize) sizes.set(key, limit);
    }
    heavy -= page.items.length + page.skipped;
    if (wasGiant || heavy <= 0) limit = pageSize;
    if (wasGiant) heavy = 0;
    return page;
  }

  return async (after) => {
    while (requestCount === 0 || context.clock() < context.deadline) {
      if (!(await context.budget.take(purpose === "named" && requestCount > 0 ? "rest" : purpose)))
        return null;
      requestCount += 1;
      try {
        return await request(after);
      } catch (error) {
        // Site errors are expected. Earlier pages are kept, and the position doesn't move.
        if (!(error instanceof SiteError)) throw error;
        await context.budget.failed(error);
        if (error.reason !== "too-large" || limit === 1) return error;
        heavy = Math.max(heavy, limit);
        limit = Math.floor(limit / 2);
      }
    }
    return null;
  };
}
