export const verdictTexts = {
  matched: "Matched",
  subreddit: "This watch doesn't cover the post's subreddit",
  place: "This watch doesn't cover the post's place",
  kind: "This watch's filters exclude this type (posts or comments)",
  "too-old": "Posted before the watch was created, resumed or last changed",
  "keyword-absent": "It doesn't contain the keyword",
  "only-in-body": "The keyword appears only in the text, but this watch checks titles only",
  "other-case": "The keyword appears with different capitalization",
  "part-of-word": "The keyword appears only as part of a longer word",
  expression: "It doesn't match the watch's expression",
  paused: "It would have matched, but the watch is paused",
  "too-many": "It would have matched, but the watch had reached its daily limit, so it was only counted",
  "too-much-text":
    "It would have matched, but you had reached your plan's daily text limit, so it was only counted",
  "would-match":
    "It would match now, but Earshot hasn't seen this version. It might have been edited, or missed during a gap",
  "not-read": "Earshot hasn't seen it. It might be older than the watch, removed, or missed during a gap",
  "text-gone": "Earshot read it, but keeps text for only two days",
  unresolved: "Only the site knows which post this link points to",
  deleted: "Matched, but you deleted the notification",
} as const;

export const lookupTexts = {
  found: (site: string) => `Looked up on ${site} just now`,
  gone: (site: string) => `${site} doesn't show it. It was deleted or isn't public.`,
  unavailable: (site: string) => `We can't reach ${site} right now. Try again in a minute.`,
  limited: (site: string) => `We've reached the request limit for ${site}. Try again later.`,
} as const;

const carriedTexts = {
  owed: "It will be in the next message",
  pending: "The email is on its way",
  frozen: "The email is on its way",
  sent: "Emailed",
  failed: "The email couldn't be sent",
  skipped: "Not emailed because email alerts are off",
  unknown: "We don't know whether the email was sent",
} as const;

/** The same for a message. Items are omitted if their story was already reported. */
export function carriedText({
  status,
  reason,
}: {
  status: keyof typeof carriedTexts;
  reason: string | null;
}): string {
  if (status === "skipped" && reason === "sent")
    return "Not emailed because that day's message already included the story";
  return carriedTexts[status];
}
