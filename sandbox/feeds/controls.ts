import type { FeedsSite } from "./site";

type Fields = Record<string, unknown>;
const words = (value: unknown) => (typeof value === "string" ? value : "");

/**
 * Control API for feeds.
 *
 * POST /control/feeds   { feed, write: { title, text? } } | { feed, id, become: gone | deleted }      { id, address }
 */
export const feedsControls: Record<string, (sandbox: { feeds: FeedsSite }, fields: Fields) => object> = {
  "POST /feeds": ({ feeds }, { feed, write, id, become }) => {
    const name = words(feed);
    if (feeds.world.find(name) === undefined) throw new RangeError(`no feed '${name}'`);
    const address = feeds.getAddress(name);
    if (typeof write === "object" && write !== null) {
      const { title, text } = write as Fields;
      return { id: feeds.world.write(name, { title: words(title), text: words(text) }), address };
    }
    if (become !== "gone" && become !== "deleted")
      throw new RangeError("'become' must be one of gone, deleted");
    feeds.world.end(name, words(id), become);
    return { id, address };
  },
};
