import type { SiteFacts } from "@/domain/reading/site";

/** Facts of a site that can only be watched as a whole. `names`: what users enter for it. */
export function wholeSite({ title, url, names }: { title: string; url: string; names: RegExp }) {
  return {
    ...{ title, placeWord: "site", hasAll: true, readsWhole: true },
    isPlaceName: (name) => name.toLowerCase() === "all",
    isNamePrefix: (typed) => typed !== "" && "all".startsWith(typed),
    strippedName: (typed) => (names.test(typed.trim()) ? "all" : typed.trim()),
    getLabel: () => title,
    getUrl: () => url,
    // Texts are converted to Markdown when they are received.
    getContent: ({ body }) => body,
    getThreadPlace: () => "all",
  } satisfies Partial<SiteFacts>;
}
