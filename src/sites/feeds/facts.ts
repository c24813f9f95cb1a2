import type { SiteFacts } from "@/domain/reading/site";
import { getHost, getPlace, SITE_ID } from "./address";
import { isUrl } from "@/domain/text/url";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: "Feeds",
  placeWord: "feed",
  hasAll: false,
  readsWhole: false,
  readEveryMs: 60_000,
  // Each host gets up to one request per second. There is no limit across hosts.
  window: { ms: 600_000, requests: 60_000 },
  isPlaceName: (name) => name.includes("://") && getPlace(name) === name,
  isNamePrefix: () => false,
  strippedName: (typed) => (/[./]/.test(typed) ? getPlace(typed) : null) ?? typed.trim(),
  // Show only the host: the full URL can be secret.
  getLabel: (place) => (isUrl(place) ? getHost(place).replace(/^www\./, "") : place),
  getUrl: (place) => (isUrl(place) ? `${new URL(place).origin}/` : ""),
  getHost,
  hidesNames: true,
  wellKnown: {
    "https://github.blog/feed/": "The GitHub Blog",
    "https://blog.cloudflare.com/rss/": "The Cloudflare Blog",
    "https://hacks.mozilla.org/feed/": "Mozilla Hacks",
    "https://www.theverge.com/rss/index.xml": "The Verge",
    "https://feeds.arstechnica.com/arstechnica/index": "Ars Technica",
    "https://www.producthunt.com/feed": "Product Hunt",
    "https://dev.to/feed": "DEV Community",
  },
  // Any page could be an entry of a feed.
  itemOfLink: () => null,
  getContent: ({ body }) => body,
  coverage: { summary: "Every feed as often as it allows.", limit: "Only posts the feed lists" },
};
