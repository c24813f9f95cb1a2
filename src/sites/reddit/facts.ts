import { isNamePrefix, isPlaceName, strippedName } from "@/domain/reading/reddit-names";
import type { SiteFacts } from "@/domain/reading/site";
import { SITE_ID, SITE_URL } from "./address";
import { getContent } from "./content";
import { itemOfLink, linkAdvice, placeOfLink, getShareLink } from "./link";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: "Reddit",
  placeWord: "subreddit",
  hasAll: true,
  readsWhole: false,
  readEveryMs: 20_000,
  // Listings lag behind: comments by up to two seconds, posts by up to seven.
  minReadEveryMs: 2_000,
  // 100 requests a minute averaged over ten per client id; a few stay unused for tokens.
  window: { ms: 600_000, requests: 985 },
  isPlaceName,
  isNamePrefix,
  strippedName: (typed) => placeOfLink(typed.trim()) ?? strippedName(typed),
  getLabel: (place) => `r/${place}`,
  getUrl: (place) => `${SITE_URL}/r/${encodeURIComponent(place)}/`,
  itemOfLink,
  getShareLink,
  linkAdvice,
  getContent,
  getThreadPlace: ({ place }) => place,
  countsReplies: true,
  coverage: {
    summary: "New posts and comments of the subreddits you name.",
    limit: null,
    ends: "ends March 2027",
  },
};
