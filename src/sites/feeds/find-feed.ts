import { Parser } from "htmlparser2";
import { getWebAddress } from "../web-address";

/** Pages link to their feeds in the head. */
const maxLength = 200_000;
/** The parser's time grows with the square of the nesting. */
const maxElements = 2_000;
const feedTypes = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;

export function feedOfPage(html: string, base: string): string | null {
  let found: string | null = null;
  let elements = 0;
  const parser: Parser = new Parser({
    onopentag(name, { rel = "", type = "", href }) {
      const isFeed = /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedTypes.test(type.trim());
      if (name === "link" && isFeed) found = getWebAddress(href, base);
      // Links in the body could be from a comment.
      elements += 1;
      if (name === "body" || found !== null || elements === maxElements) parser.pause();
    },
  });
  parser.end(html.slice(0, maxLength));
  return found;
}
