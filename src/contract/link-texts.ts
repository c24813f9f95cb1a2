import { anySite } from "@/domain/site-texts";

/** Asking after one item by its address. */
const redditLinkTexts = {
  label: "Link to a Reddit post or comment",
  placeholder: "https://www.reddit.com/r/…/comments/…",
  hint: "As Reddit's Share button copies it.",
  missing: "Paste the link of a Reddit post or comment",
  wrong: "Paste the link of a Reddit post or comment, as its Share button gives it",
} as const;

/** The same by the names of the sites that are read here, and what a watch names where people give addresses ('forum'). */
export function itemLinkTexts(
  sites: readonly string[],
  placeWords: readonly string[] = [],
): Record<keyof typeof redditLinkTexts, string> {
  if (sites.length === 1 && sites[0] === "Reddit" && placeWords.length === 0) return redditLinkTexts;
  const where = anySite(sites);
  const own = placeWords.length === 0 ? "" : ` Also of a ${anySite(placeWords)} that you watch.`;
  return {
    label: `Link to a post or comment on ${where}`,
    placeholder: "https://…",
    hint: `As your browser's address line has it.${own}`,
    missing: `Paste the link of a post or comment on ${where}`,
    wrong: `Paste the link of a post or comment on ${where}`,
  };
}

/** Why nothing can be told of an address that may be an entry of a list that the user watches. */
export const entryLinkTexts = {
  none: (placeWord: string) =>
    `No ${placeWord} that you watch has an entry with this link, as far as can be told: Earshot looks at what it read in the last 48 hours, and at what a ${placeWord} of the same host shows now`,
  unasked: (label: string) => `${label} can't be asked for this link at the moment. Try again in a minute.`,
} as const;
