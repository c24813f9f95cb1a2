import { Parser } from "htmlparser2";
import { getWebAddress } from "../web-address";

/** Pages link to their feeds in the head. */
const maxLength = 200_000;
const feedTypes = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;

export function feedOfPage(html: string, base: string): string | null {
  let found: string | null = null;
  const parser: Parser = new Parser({
    onopentag(name, { rel = "", type = "", href }) {
      const isFeed = /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedTypes.test(type.trim());
      if (name === "link" && isFeed) found = getWebAddress(href, base);
      // Links in the body could be from a comment.
      if (name === "body" || found !== null) parser.pause();
    },
  });
  parser.end(html.slice(0, maxLength));
  return found;
}
