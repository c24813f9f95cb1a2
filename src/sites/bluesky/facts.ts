import type { SiteFacts } from "@/domain/reading/site";
import { sampledOneIn } from "@/domain/reading/stream-sample";
import { wholeSite } from "../whole-site";
import { SITE_ID, SITE_URL } from "./address";
import { feedOfProfile, itemOfLink } from "./link";

export const facts: SiteFacts = {
  ...wholeSite({
    title: "Bluesky",
    url: `${SITE_URL}/`,
    names: /^(?:bluesky|bsky|(?:https?:\/\/)?(?:www\.)?bsky\.app\/?)$/i,
  }),
  id: SITE_ID,
  sampledOneIn,
  readEveryMs: 60_000,
  // The public API's limit per IP address. The stream isn't rate-limited.
  window: { ms: 300_000, requests: 3_000 },
  itemOfLink,
  feedOf: feedOfProfile,
  coverage: { summary: "Live stream. We can replay the last 36 hours.", limit: null },
};
