import type { SiteFacts } from "@/domain/reading/site";
import { wholeSite } from "../whole-site";
import { SITE_ID, SITE_URL } from "./address";
import { itemOfLink } from "./link";

export const facts: SiteFacts = {
  ...wholeSite({
    title: "Hacker News",
    url: `${SITE_URL}/`,
    names: /^(?:hacker\s?news|hn|(?:https?:\/\/)?news\.ycombinator\.com\/?)$/i,
  }),
  id: SITE_ID,
  readEveryMs: 5_000,
  // No documented limit. Far above the item rate and below the rate at which the site rejects.
  window: { ms: 600_000, requests: 60_000 },
  itemOfLink,
  countsReplies: true,
  coverage: { summary: "Every item by number. Missing items are listed.", limit: null },
};
