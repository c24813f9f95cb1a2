import type { SiteFacts } from "@/domain/reading/site";
import { webUrl } from "../web-url";
import { isDomain, getPublisher, SITE_ID, SITE_URL } from "./address";

const TITLE = "News";
const ALL = "all";
/** Required under each item by the source's license. */
const attribution = `News by the [GDELT Project](${SITE_URL})`;

export const facts: SiteFacts = {
  id: SITE_ID,
  title: TITLE,
  titleInText: "news sites",
  wholeTitle: "All news",
  placeWord: "publisher",
  hasAll: true,
  readsWhole: true,
  hasParts: "sampled",
  sampledOneIn: 20,
  // The list is rewritten every minute.
  readEveryMs: 60_000,
  // No limit is published for the static files, so we set our own.
  window: { ms: 600_000, requests: 2_000 },
  isPlaceName: (name) => name.toLowerCase() === ALL || isDomain(name.toLowerCase()),
  isNamePrefix: (typed) => /^[a-z\d][a-z\d.-]*$/.test(typed),
  strippedName: (typed) => {
    const name = typed.trim();
    if (/^(?:all(?: news)?|news|gdelt)$/i.test(name)) return ALL;
    const host = /[.]/.test(name) ? webUrl(name)?.hostname : undefined;
    return host === undefined ? name : getPublisher(host);
  },
  getLabel: (place) => (place.toLowerCase() === ALL ? TITLE : place),
  getUrl: (place) => (place.toLowerCase() === ALL ? SITE_URL : `https://${place}/`),
  // Any page could be an article, so pasted links are looked up among the stored ones.
  itemOfLink: () => null,
  // Also converts texts that were converted before.
  getContent: ({ body }) => [body.replace(attribution, "").trim(), attribution].filter(Boolean).join("\n\n"),
  coverage: {
    summary: "Every article that GDELT lists: headline and first sentence. News by the GDELT Project.",
    limit: "No article texts",
  },
};
