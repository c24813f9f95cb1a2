import type { SiteFacts } from "@/domain/reading/site";
import { pathParts, webUrl } from "../web-url";
import { getOrigin, SITE_ID, getTag } from "./address";

const TITLE = "Fediverse";
const ALL = "all";

/** The whole site is one place, 'all', and each hashtag of an instance is another. */
export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  titleInText: "the Fediverse",
  wholeTitle: "All of the Fediverse",
  placeWord: "hashtag",
  hasAll: true,
  readsWhole: true,
  hasParts: "whole",
  // Half a million posts a day.
  sampledOneIn: 50,
  // Hashtags are read at this interval. It is also used if no process listens to the stream.
  readEveryMs: 60_000,
  // Each instance allows 300 requests in five minutes.
  window: { ms: 300_000, requests: 900 },
  isPlaceName: (name) => name.toLowerCase() === ALL || getTag(name) !== null,
  isNamePrefix: (typed) => typed.startsWith("#") && typed.length > 1,
  strippedName: (typed) => {
    const name = typed.trim();
    if (/^(?:fediverse|mastodon|(?:https?:\/\/)?fedi\.buzz\/?)$/i.test(name)) return ALL;
    return tagOfPage(name) ?? name;
  },
  getLabel: (place) => (place.toLowerCase() === ALL ? TITLE : place),
  getUrl: (place) => {
    const named = getTag(place);
    return named === null
      ? "https://fedi.buzz/"
      : `https://${named.instance}/tags/${encodeURIComponent(named.tag)}`;
  },
  itemOfLink: (address) => {
    const url = webUrl(address);
    const isPost = url !== null && getOrigin(url.href) !== null && /\/\d{15,20}\/?$/.test(url.pathname);
    return isPost ? { fullname: url.href.replace(/\/$/, ""), isByAddress: true, place: null } : null;
  },
  // Posts are converted to Markdown when they are received.
  getContent: ({ body }) => body,
  getThreadPlace: ({ place }) => place,
  coverage: {
    summary:
      "Live stream of public posts, and hashtags of some instances. Authors who ask not to be indexed are skipped.",
    limit: "Posts during an interruption of the stream can't be read later",
  },
};

function tagOfPage(address: string): string | null {
  const url = /[./]/.test(address) && !address.startsWith("#") ? webUrl(address) : null;
  const [tags, tag, ...rest] = url === null ? [] : pathParts(url);
  if (url === null || tags !== "tags" || tag === undefined || rest.length > 0) return null;
  return URL.canParse(url.href) ? `#${decoded(tag)}@${url.host}` : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
