import type { SiteFacts } from "@/domain/reading/site";
import { wholeSite } from "../whole-site";
import { SITE_ID, SITE_URL } from "./address";
import { itemOfLink } from "./link";

export const facts: SiteFacts = {
  ...wholeSite({
    title: "Lobsters",
    url: `${SITE_URL}/`,
    names: /^(?:lobsters|(?:https?:\/\/)?(?:www\.)?lobste\.rs\/?)$/i,
  }),
  id: SITE_ID,
  readEveryMs: 60_000,
  // The site asks crawlers to wait a second between requests.
  window: { ms: 600_000, requests: 600 },
  itemOfLink,
  countsReplies: true,
  coverage: { summary: "Every post and comment, once a minute.", limit: null },
};
