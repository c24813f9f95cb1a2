import type { SiteFacts } from "@/domain/site";
import { SITE_ID, SITE_URL } from "./address";
import { feedOfProfile, itemOfLink } from "./link";

const TITLE = "Bluesky";
const ALL = "all";

/** The site is watched as a whole: 'all' is the one place that it has. */
export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  placeWord: "site",
  hasAll: true,
  readsWhole: true,
  // Where nobody listens all the time.
  readEveryMs: 60_000,
  // What its public API allows an address; the stream counts nothing.
  window: { ms: 300_000, requests: 3_000 },
  isPlaceName: (name) => name.toLowerCase() === ALL,
  isBeginning: (typed) => typed !== "" && ALL.startsWith(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    return /^(?:bluesky|bsky|(?:https?:\/\/)?(?:www\.)?bsky\.app\/?)$/i.test(name) ? ALL : name;
  },
  labelOf: () => TITLE,
  urlOf: () => `${SITE_URL}/`,
  itemOfLink,
  feedOf: feedOfProfile,
  // A post is made Markdown when it is read.
  contentOf: ({ body }) => body,
  coverage: { summary: "Live stream. We can replay the last 36 hours.", limit: null },
};
