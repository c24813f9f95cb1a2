import type { SiteFacts } from "@/domain/reading/site";
import { getHost, inPlace, getLabel, getPlace, SITE_ID, urlOfPlace } from "./address";
import { itemOfLink } from "./link";

export const facts: SiteFacts = {
  id: SITE_ID,
  title: "Lemmy",
  placeWord: "community or instance",
  hasAll: false,
  readsWhole: false,
  readEveryMs: 60_000,
  // Each instance gets up to one request per second. There is no limit across instances.
  window: { ms: 600_000, requests: 60_000 },
  isPlaceName: (name) => getPlace(name) === name.toLowerCase(),
  isNamePrefix: (typed) => /^!?[\w.-]+(?:@[\w.:-]*)?$/.test(typed),
  strippedName: (typed) => getPlace(typed) ?? typed.trim(),
  getLabel,
  getUrl: urlOfPlace,
  getHost,
  wellKnown: {
    "lemmy.world": "lemmy.world",
    "lemmy.ml": "lemmy.ml",
    "programming.dev": "programming.dev",
    "piefed.social": "piefed.social",
    "rust@programming.dev": "!rust@programming.dev",
    "selfhosted@lemmy.world": "!selfhosted@lemmy.world",
    "technology@lemmy.world": "!technology@lemmy.world",
    "linux@lemmy.ml": "!linux@lemmy.ml",
  },
  itemOfLink,
  inPlace,
  getContent: ({ body }) => body,
  getThreadPlace: ({ place }) => place,
  countsReplies: true,
  coverage: {
    summary: "Every post and comment that the instance shows. Missing ids are looked up one by one.",
    limit: "Public instances only",
  },
};
