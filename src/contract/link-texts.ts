import { anySite } from "@/domain/reading/site-texts";

const redditLinkTexts = {
  label: "Link to a Reddit post or comment",
  placeholder: "https://www.reddit.com/r/…/comments/…",
  hint: "Use the link from Reddit's Share button.",
  missing: "Paste a link to a Reddit post or comment",
  wrong: "Paste a link to a Reddit post or comment (use its Share button)",
} as const;

/** The same with the names of the enabled sites, and nouns for places with user-supplied URLs ('forum'). */
export function itemLinkTexts(
  sites: readonly string[],
  placeWords: readonly string[] = [],
): Record<keyof typeof redditLinkTexts, string> {
  if (sites.length === 1 && sites[0] === "Reddit" && placeWords.length === 0) return redditLinkTexts;
  const where = anySite(sites);
  const own = placeWords.length === 0 ? "" : ` Also works for any ${anySite(placeWords)} you watch.`;
  return {
    label: `Link to a post or comment on ${where}`,
    placeholder: "https://…",
    hint: `Copy it from your browser's address bar.${own}`,
    missing: `Paste a link to a post or comment on ${where}`,
    wrong: `Paste a link to a post or comment on ${where}`,
  };
}

export const entryLinkTexts = {
  none: (placeWord: string) =>
    `We couldn't find this link in any ${placeWord} you watch. We checked posts from the last 48 hours and the current contents of each ${placeWord} on this host`,
  unasked: (label: string) => `We can't look this link up on ${label} right now. Try again in a minute.`,
} as const;
