import { counted, formatCount } from "./counted";

export interface ReceiptNumbers {
  itemsRead: number;
  places: number;
  matchesRecorded: number;
  matchesBeyondLimit: number;
  gaps: number;
}

export function receiptText(numbers: ReceiptNumbers): string {
  const { itemsRead, places, matchesRecorded, matchesBeyondLimit, gaps } = numbers;
  const parts = [
    `${counted(itemsRead, "item")} read in ${counted(places, "place")}`,
    `${counted(matchesRecorded, "match", "matches")} recorded`,
    ...(matchesBeyondLimit === 0 ? [] : [`${formatCount(matchesBeyondLimit)} beyond a limit`]),
    gaps === 0 ? "no gaps" : counted(gaps, "gap"),
  ];
  return `${parts.join(", ")}.`;
}
