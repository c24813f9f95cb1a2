export function productText(sites: readonly string[]): string {
  return `Earshot monitors ${onlySite(sites) ?? "public posts and comments"} for the keywords you care about and alerts you soon after someone mentions them.`;
}

export function speakerText(sites: readonly string[]): string {
  return onlySite(sites) ?? "somebody";
}

export function landingTitle(sites: readonly string[]): string {
  return `Earshot: hear when ${speakerText(sites)} says your name`;
}

export function sampleSource(subreddit: string, sites: readonly string[]): string {
  return sites.includes("Reddit") ? subreddit : (sites[0] ?? unnamedSites);
}

function onlySite(sites: readonly string[]): string | null {
  const [only, ...others] = sites;
  return only === undefined || only === unnamedSites || others.length > 0 ? null : only;
}

export const mailNotAffiliatedText = "Not affiliated with any site it monitors.";

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
const allOf = new Intl.ListFormat("en-GB", { type: "conjunction" });

export const endOfApiText = "Reddit has announced the end of its public API for March 2027.";
export const apiAccessText =
  "Since 31 October 2026 Reddit accepts no new requests for API access. Unregistered clients lose access from 12 January 2027, and Reddit has announced the end of its public API for March 2027.";

export function anySite(sites: readonly string[]): string {
  return anyOf.format(sites);
}

export function everySite(sites: readonly string[]): string {
  return allOf.format(sites);
}

/** Used if only sites with user-supplied URLs are enabled. */
export const unnamedSites = "the sites it monitors";

export function notAffiliatedText(sites: readonly string[]): string {
  return `Earshot is not affiliated with ${anySite(sites)}.`;
}

export function restText(where: string): string {
  return `Read the rest on ${where}.`;
}

export const placeFieldTexts = {
  label: "Subreddits",
  hint: 'Separate multiple subreddits with commas. Use "all" for all subreddits.',
  checking: "Checking subreddits",
  chosen: "Chosen subreddits",
  none: 'Enter at least one subreddit, or "all"',
  invalid: (label: string) => `${label} - Invalid subreddit`,
} as const;

/** The same field if Reddit is not enabled: it still accepts other names and URLs. */
export const addressFieldTexts = {
  ...placeFieldTexts,
  label: "Places",
  hint: "Enter a name or paste a URL. Separate multiple places with commas.",
  checking: "Checking places",
  chosen: "Chosen places",
  none: "Choose a site, or add a place",
} as const;

/** Other names for the field 'in' in expressions, known from other search engines. */
export const placeFieldNames = ["subreddit"] as const;

export const placeSearchTexts = {
  label: "Place",
  every: "All places",
  upgrade: "Search and more filters are Pro features.",
} as const;

export const partOfAllText = '"all" covers only part of Reddit; subreddits you name are read in full.';
export const sameWatchText =
  "You already have a watch for this keyword with the same subreddits and filters.";

export const partialText = "Partial result: we ran out of time.";

export function previewTexts(places: string) {
  return {
    nothingStored: `We don't have any data for these ${places} yet. Earshot starts reading them once you save the watch.`,
    readHere: `read in these ${places}`,
  } as const;
}

export const placeReasons = {
  noSite: "Earshot doesn't support this URL",
  off: (site: string) => `${site} isn't enabled on this server`,
  none: ({ title, placeWord }: { title: string; placeWord: string }) =>
    `This ${placeWord} doesn't exist on ${title}`,
} as const;
