import type { Lane } from "@/domain/lane";
import type { Purpose } from "@/domain/request-budget";
import type { Page } from "@/domain/site";
import { SiteError } from "@/domain/site-error";
import type { PagesContext } from "./context";

/** How many rows an answer had where a full page was too large, by site, kind and place. A hint: without it it is found anew. */
const sizes = new Map<string, number>();

/**
 * Asks for one page after the other of a lane. An answer that is too large is asked for again with half as many rows,
 * down to one; when those rows are passed pages are full again. Answers null where budget or time say no, and the
 * site's error where it fails.
 */
export function pagesOf(
  context: PagesContext,
  lane: Lane,
  purpose: Purpose,
): (after: string | null) => Promise<Page | SiteError | null> {
  const { site } = context;
  const { pageSize } = site;
  const keys = lane.places.map((name) => `${site.id} ${lane.kind} ${name}`);
  // Twice what the last read could have, so that the size finds back when the large items are gone.
  let limit = Math.min(pageSize, ...keys.map((key) => 2 * (sizes.get(key) ?? pageSize)));
  /** Rows yet to come of those that were too many at once. */
  let heavy = limit < pageSize ? pageSize : 0;
  let asked = 0;

  async function ask(after: string | null): Promise<Page> {
    const { places, kind } = lane;
    const page = await site.fetchNewest({ places, kind, limit, after, signal: context.signal });
    await context.budget.heard(page.rate);
    if (page.requests !== undefined) await context.budget.note(purpose, page.requests - 1);
    // One that was too large alone and was skipped says nothing of those around it.
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
    while (asked === 0 || context.clock() < context.deadline) {
      if (!(await context.budget.take(purpose === "named" && asked > 0 ? "rest" : purpose))) return null;
      asked += 1;
      try {
        return await ask(after);
      } catch (error) {
        // The site's errors are expected; what was read before one is kept and the position stays.
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
