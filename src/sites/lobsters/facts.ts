import type { SiteFacts } from "@/domain/site";
import { SITE_ID, SITE_URL } from "./address";
import { itemOfLink } from "./link";

const TITLE = "Lobsters";
const ALL = "all";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  placeWord: "site",
  hasAll: true,
  readsWhole: true,
  readEveryMs: 60_000,
  // The site asks crawlers to wait a second between requests.
  window: { ms: 600_000, requests: 600 },
  isPlaceName: (name) => name.toLowerCase() === ALL,
  isNamePrefix: (typed) => typed !== "" && ALL.startsWith(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    return /^(?:lobsters|(?:https?:\/\/)?(?:www\.)?lobste\.rs\/?)$/i.test(name) ? ALL : name;
  },
  getLabel: () => TITLE,
  getUrl: () => `${SITE_URL}/`,
  itemOfLink,
  getContent: ({ body }) => body,
  getThreadPlace: () => "all",
  countsReplies: true,
  coverage: { summary: "Every post and comment, once a minute.", limit: null },
};
