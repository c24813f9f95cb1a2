import { Parser } from "htmlparser2";
import { addressOf } from "./feed";

/** A page says what it has in its head. */
const mostLength = 200_000;
const feedTypes = /^application\/(?:rss|atom|rdf|feed)\+(?:xml|json)\b/i;

/** The address of the feed that a web page names as another form of itself, the first of them; null where it names none. */
export function feedOfPage(html: string, base: string): string | null {
  let found: string | null = null;
  const parser = new Parser({
    onopentag(name, { rel = "", type = "", href }) {
      const isFeed = name === "link" && /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedTypes.test(type);
      if (isFeed) found ??= addressOf(href, base);
      // What stands in the page is not the page's own, and may be a comment's.
      if (found !== null || name === "body") parser.pause();
    },
  });
  parser.write(html.slice(0, mostLength));
  return found;
}
