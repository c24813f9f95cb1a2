import { readHtml } from "../markup/html";
import { getWebAddress } from "../web-address";

/** Pages link to their feeds in the head. */
const maxLength = 200_000;
const feedTypes = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;

export function feedOfPage(html: string, base: string): string | null {
  let found: string | null = null;
  let isOver = false;
  readHtml(html.slice(0, maxLength), {
    open(name, attributes) {
      // Links in the body could be from a comment.
      isOver ||= name === "body";
      if (name !== "link" || isOver || found !== null) return;
      const { rel = "", type = "", href } = Object.fromEntries(attributes());
      const isFeed = /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedTypes.test(type.trim());
      if (isFeed) found = getWebAddress(href, base);
    },
    close() {},
    text() {},
  });
  return found;
}
