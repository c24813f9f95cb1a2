import { counted, formatCount } from "./counted";
import { soonText } from "../time/delay-text";

export interface ReceiptNumbers {
  itemsRead: number;
  places: number;
  matchesRecorded: number;
  matchesBeyondLimit: number;
  gaps: number;
  /** Times when the watch was paused. */
  unwatched?: readonly Span[];
}

interface Span {
  from: string;
  to: string;
}

/** Returns the times of a period without a revision. Time before the watch's creation is not included. */
export function listUnwatched(
  period: Span,
  revisions: readonly { revision: number; from: string; to: string | null }[],
): Span[] {
  const spans: Span[] = [];
  let at = period.from;
  for (const { revision, from, to } of revisions) {
    if (from > at && revision > 1) spans.push({ from: at, to: from });
    at = to ?? period.to;
  }
  if (at < period.to) spans.push({ from: at, to: period.to });
  return spans;
}

export function receiptText(numbers: ReceiptNumbers): string {
  const { itemsRead, places, matchesRecorded, matchesBeyondLimit, gaps, unwatched = [] } = numbers;
  const unwatchedMs = unwatched.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const parts = [
    `${counted(itemsRead, "item")} read in ${counted(places, "place")}`,
    `${counted(matchesRecorded, "match", "matches")} recorded`,
    ...(matchesBeyondLimit === 0 ? [] : [`${formatCount(matchesBeyondLimit)} beyond a limit`]),
    gaps === 0 ? "no gaps" : counted(gaps, "gap"),
    ...(unwatchedMs === 0 ? [] : [`not watched for ${soonText(unwatchedMs / 1000)}`]),
  ];
  return `${parts.join(", ")}.`;
}
