/** Why a watch has an item or not, as its owner reads it. */
export const verdictTexts = {
  matched: "Matched",
  subreddit: "Not one of its subreddits",
  place: "Not one of its places",
  kind: "Its filters leave out this kind: posts or comments",
  "too-old": "Written before the watch began, woke or was last changed",
  "keyword-absent": "The keyword is not in it",
  "only-in-body": "The keyword is in the text only, and the watch looks at titles",
  "other-case": "The keyword stands there in other letter case",
  "part-of-word": "The keyword is part of a longer word there",
  expression: "What its expression asks for does not hold",
  paused: "Would have matched, but the watch is paused",
  "too-many": "Would have matched, but the watch had recorded all that it may in a day: it was counted only",
  "too-much-text":
    "Would have matched, but you had reached your plan's text limit for that day, so it was only counted",
  "would-match":
    "As it stands now it would match, but Earshot has not read it so: it may have been edited, or be behind a gap",
  "not-read": "Earshot has not read it: it may be older than the watch, removed, or behind a gap",
  "text-gone": "It was read, but its text is held for two days only",
  unresolved: "Only its site can tell which post this link leads to",
  deleted: "Matched, and you deleted the notification",
} as const;

/** What its site said of an item whose text is not held. */
export const askedTexts = {
  found: (site: string) => `Looked up on ${site} just now`,
  gone: (site: string) => `${site} does not show it: it was deleted, or is not public.`,
  unavailable: (site: string) => `${site} can't be asked at the moment. Try again in a minute.`,
  limited: (site: string) => `${site} may not be asked more questions at the moment. Try again in a minute.`,
} as const;

/** What became of the mail that carries a match. */
const carriedTexts = {
  owed: "in the next message",
  pending: "on its way",
  frozen: "on its way",
  sent: "mailed",
  failed: "the mail could not be sent",
  skipped: "not mailed: mail to your address is off",
  unknown: "nobody could tell whether the mail was sent",
} as const;

/** The same of a message; one may be left out because its story was told. */
export function carriedText({
  status,
  reason,
}: {
  status: keyof typeof carriedTexts;
  reason: string | null;
}): string {
  if (status === "skipped" && reason === "told")
    return "not mailed: a message of that day had told the story";
  return carriedTexts[status];
}
