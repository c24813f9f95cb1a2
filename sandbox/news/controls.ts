import type { NewsSite } from "./site";
import type { Draft, NewsFaults } from "./world";

type Fields = Record<string, unknown>;

/**
 * Control API for news.
 *
 * POST /control/news   { write: { title, desc?, url?, domain?, outletName?, author?, atMs?, isUnfiled?, isUnlisted? } } |
 *                      { story: title, outlets } | { faults: NewsFaults in world.ts } | { mend: true } | { perMinute }      { url?, urls? }
 */
export const newsControls: Record<string, (sandbox: { news: NewsSite }, fields: Fields) => object> = {
  "POST /news": ({ news: { world } }, fields) => {
    const { write, story, outlets, faults, mend, perMinute } = fields;
    if (typeof write === "object" && write !== null) return { url: world.write(write as Draft) };
    if (typeof story === "string") return { urls: world.writeStory(story, Number(outlets ?? 3)) };
    world.catchUp();
    if (typeof faults === "object" && faults !== null)
      world.faults = { ...world.faults, ...(faults as Partial<NewsFaults>) };
    if (mend === true) world.mend();
    if (perMinute !== undefined) world.options.perMinute = rateIn(perMinute);
    return {};
  },
};

function rateIn(perMinute: unknown): number {
  const rate = Number(perMinute);
  if (rate >= 0 && rate <= 10_000) return rate;
  throw new RangeError("'perMinute' must be from 0 to 10,000");
}
