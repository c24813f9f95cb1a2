/*
 * What screens and mails say of the site and its places.
 */

export const productText =
  "Earshot watches Reddit for the words you care about and tells you soon after somebody wrote them.";
export const landingTitle = "Earshot: hear when Reddit says your name";

/** In mails, which outlive a change of the sites that are read. */
export const mailNotAffiliatedText = "Not affiliated with any site that it reads.";

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
const allOf = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** Shown next to Reddit places. */
export const endOfApiText = "Reddit has announced the end of its public API for March 2027.";
export const apiAccessText =
  "Since 31 October 2026 Reddit accepts no new requests for API access. Unregistered clients lose access from 12 January 2027, and Reddit has announced the end of its public API for March 2027.";

/** Any of the sites, by their names: 'one or two'. */
export function anySite(sites: readonly string[]): string {
  return anyOf.format(sites);
}

/** All of them: 'one and two'. */
export function everySite(sites: readonly string[]): string {
  return allOf.format(sites);
}

/** Where nothing but addresses that people give is read. */
export const unnamedSites = "the sites that it reads";

export function notAffiliatedText(sites: readonly string[]): string {
  return `Earshot is not affiliated with ${anySite(sites)}.`;
}

/** What of a text is not shown here. */
export function restText(where: string): string {
  return `The rest of it is on ${where}.`;
}

/** 'subreddit' for one place, 'subreddits' for any other number of them. */
export function placesWord(count: number): string {
  return count === 1 ? "subreddit" : "subreddits";
}

/** The field of a watch's places. */
export const placeFieldTexts = {
  label: "Subreddits",
  hint: 'Separate multiple subreddits with commas. Use "all" for all subreddits.',
  checking: "Checking subreddits",
  chosen: "Chosen subreddits",
  none: 'Name at least one subreddit, or "all"',
  invalid: (label: string) => `${label} - Invalid subreddit`,
} as const;

/** The field where the site that it is named for is not read: addresses are what it still takes. */
export const addressFieldTexts = {
  ...placeFieldTexts,
  label: "Forums and feeds",
  hint: "Paste an address. Separate multiple addresses with commas.",
  checking: "Checking addresses",
  chosen: "Chosen places",
  none: "Choose a site, or name a forum or feed",
} as const;

/** What people call the field of places in an expression, from other searches, where it is not 'in'. */
export const placeFieldNames = ["subreddit"] as const;

/** Narrowing a list to one place. */
export const placeSearchTexts = {
  label: "Place",
  every: "Every place",
  upgrade: "Search and more filters are part of Pro.",
} as const;

export const partOfAllText = 'Of "all" only a part is read; a subreddit that you name is read in full.';
export const sameWatchText =
  "You already have a watch for this keyword with the same subreddits and filters.";

/** What a draft would have found, in these places as one calls them together. */
/** Shown with counts when not everything could be looked at in time. */
export const partialText = "Partial result: we ran out of time.";

export function previewTexts(places: string) {
  return {
    nothingHeld: `Nothing is held of these ${places} yet. Earshot reads them from the moment a watch names them.`,
    readHere: `read in these ${places}`,
  } as const;
}

/** Why a place can't be watched. */
export const placeReasons = {
  noSite: "No site that Earshot knows has this address",
  off: (site: string) => `${site} is not read here`,
  none: ({ title, placeWord }: { title: string; placeWord: string }) =>
    `There is no such ${placeWord} on ${title}`,
} as const;
