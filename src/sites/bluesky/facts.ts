import type { SiteFacts } from "@/domain/site";
import { sampledOneIn } from "@/domain/stream-sample";
import { SITE_ID, SITE_URL } from "./address";
import { feedOfProfile, itemOfLink } from "./link";

const TITLE = "Bluesky";
const ALL = "all";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  placeWord: "site",
  hasAll: true,
  readsWhole: true,
  sampledOneIn,
  readEveryMs: 60_000,
  // The public API's limit per IP address. The stream isn't rate-limited.
  window: { ms: 300_000, requests: 3_000 },
  isPlaceName: (name) => name.toLowerCase() === ALL,
  isNamePrefix: (typed) => typed !== "" && ALL.startsWith(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    return /^(?:bluesky|bsky|(?:https?:\/\/)?(?:www\.)?bsky\.app\/?)$/i.test(name) ? ALL : name;
  },
  getLabel: () => TITLE,
  getUrl: () => `${SITE_URL}/`,
  itemOfLink,
  feedOf: feedOfProfile,
  // Posts are converted to Markdown when they are received.
  getContent: ({ body }) => body,
  getThreadPlace: () => "all",
  coverage: { summary: "Live stream. We can replay the last 36 hours.", limit: null },
};
