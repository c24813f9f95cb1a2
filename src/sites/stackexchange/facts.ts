import type { SiteFacts } from "@/domain/reading/site";
import { getLabel, partedPlace, SITE_ID, urlOfPlace } from "./address";
import { withAttribution } from "./attribution";
import { inPlace, itemOfLink, strippedName } from "./link";
import { getPlan, getWindow } from "./quota";

const minutes = (ms: number) => Math.round(ms / 60_000);
const alone = getPlan(getWindow(false).requests, 1).everyMs;
const notes = {
  withoutKey: `Without an API key, Stack Exchange allows 300 requests a day: one site is read every ${minutes(alone.questions)} minutes, its answers and comments every ${minutes(alone.comments)} minutes, and several sites share these requests.`,
};

export function getFacts(hasKey: boolean): SiteFacts {
  return {
    id: SITE_ID,
    title: "Stack Exchange",
    placeWord: "site or tag",
    hasAll: false,
    readsWhole: false,
    readEveryMs: 30_000,
    window: getWindow(hasKey),
    isPlaceName: (name) => partedPlace(name) !== null,
    isNamePrefix: (typed) => /^[a-z\d][a-z\d.-]*(?:\/[\p{L}\p{N}+#.-]*)?$/u.test(typed),
    strippedName,
    getLabel,
    getUrl: urlOfPlace,
    itemOfLink,
    inPlace,
    getContent: withAttribution,
    ...(!hasKey && { placeNote: notes.withoutKey }),
    getThreadPlace: ({ place }) => place,
    coverage: hasKey
      ? { summary: "Every question, answer and comment, checked against the site's own totals.", limit: null }
      : {
          summary: "Every question, answer and comment, checked against the site's own totals.",
          limit: "300 requests a day without a key",
        },
  };
}
