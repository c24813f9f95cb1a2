import { counted } from "./counted";

/** What an unreadable subreddit is, as its watcher reads it; 'ok' needs no word. */
export const healthTexts = {
  ok: null,
  private: "Private: it can't be read",
  banned: "Banned by Reddit",
  quarantined: "Quarantined: it can't be read",
  gated: "Needs a confirmation that programs can't give",
  missing: "There is no such subreddit",
} as const;

/** How long from writing to recording, in the largest fitting unit: '40 s', '3 min', '2 h'. Seconds. */
export function delayText(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** 'no gaps', or how many there were in seven days and how many of them could be filled later. */
export function gapsText(gaps: readonly { filledAt: string | null }[]): string {
  if (gaps.length === 0) return "no gaps";
  const filled = gaps.filter((gap) => gap.filledAt !== null).length;
  const all = counted(gaps.length, "gap");
  if (filled === 0) return all;
  return filled === gaps.length ? `${all}, filled since` : `${all}, ${filled} filled since`;
}
