import type { SiteFacts } from "@/domain/site";
import { SITE_ID, SITE_URL } from "./address";
import { itemOfLink } from "./link";

const TITLE = "Hacker News";
const ALL = "all";

/** The site is watched as a whole: 'all' is the one place that it has. */
export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  placeWord: "site",
  hasAll: true,
  readsWhole: true,
  readEveryMs: 5_000,
  // It states no limit. This is far more than is written there, and less than what it was seen to refuse.
  window: { ms: 600_000, requests: 60_000 },
  isPlaceName: (name) => name.toLowerCase() === ALL,
  isBeginning: (typed) => typed !== "" && ALL.startsWith(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    return /^(?:hacker\s?news|hn|(?:https?:\/\/)?news\.ycombinator\.com\/?)$/i.test(name) ? ALL : name;
  },
  labelOf: () => TITLE,
  urlOf: () => `${SITE_URL}/`,
  itemOfLink,
  // What it sends is made Markdown when it is read: it has five elements.
  contentOf: ({ body }) => body,
  coverage: { summary: "Every item by number. Missing items are listed.", limit: null },
};
