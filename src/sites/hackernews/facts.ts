import type { SiteFacts } from "@/domain/site";
import { SITE_ID, SITE_URL } from "./address";
import { itemOfLink } from "./link";

const TITLE = "Hacker News";
const ALL = "all";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  placeWord: "site",
  hasAll: true,
  readsWhole: true,
  readEveryMs: 5_000,
  // No documented limit. Far above the item rate and below the rate at which the site rejects.
  window: { ms: 600_000, requests: 60_000 },
  isPlaceName: (name) => name.toLowerCase() === ALL,
  isNamePrefix: (typed) => typed !== "" && ALL.startsWith(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    return /^(?:hacker\s?news|hn|(?:https?:\/\/)?news\.ycombinator\.com\/?)$/i.test(name) ? ALL : name;
  },
  getLabel: () => TITLE,
  getUrl: () => `${SITE_URL}/`,
  itemOfLink,
  // Texts are converted to Markdown when they are received; the site uses only five elements.
  getContent: ({ body }) => body,
  getThreadPlace: () => "all",
  countsReplies: true,
  coverage: { summary: "Every item by number. Missing items are listed.", limit: null },
};
