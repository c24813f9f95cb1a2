/*
 * What screens and mails say of the site and its places.
 */

export const productText =
  "Earshot watches Reddit for the words you care about and tells you soon after somebody wrote them.";
export const landingTitle = "Earshot: hear when Reddit says your name";
export const notAffiliatedText = "Not affiliated with Reddit.";
export const productNotAffiliatedText = "Earshot is not affiliated with Reddit.";

/** What of a text is not shown here. */
export const restText = "The rest of it is on Reddit.";

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
  invalid: (name: string) => `r/${name} - Invalid subreddit`,
} as const;

/** Narrowing a list to one place. */
export const placeSearchTexts = {
  label: "Subreddit",
  every: "Every subreddit",
  upgrade: "Search your notifications by word, keyword and subreddit with Pro.",
} as const;

export const partOfAllText = 'Of "all" only a part is read; a subreddit that you name is read in full.';
export const sameWatchText =
  "You already have a watch for this keyword with the same subreddits and filters.";

/** What a draft would have found. */
export const previewTexts = {
  nothingHeld:
    "Nothing is held of these subreddits yet. Earshot reads them from the moment a watch names them.",
  readHere: "read in these subreddits",
} as const;

/** Asking after one item by its address. */
export const itemLinkTexts = {
  label: "Link to a Reddit post or comment",
  placeholder: "https://www.reddit.com/r/…/comments/…",
  hint: "As Reddit's Share button copies it.",
  missing: "Paste the link of a Reddit post or comment",
  wrong: "Paste the link of a Reddit post or comment, as its Share button gives it",
} as const;
