import { firstSpan, type SearchBudget } from "@/domain/text/mention-snippet";
import type { Highlight } from "@/domain/markdown/marks";
import { seenText } from "@/domain/visible-text/visible-text";
import type { NotificationRow } from "./statements/notification-row";

const partLength = 1_500;

/** Omits quote signs and link URLs. Cuts long texts around the first highlight. Until rendered: source. */
export function itemText(
  { source, shown, isRendered }: Pick<NotificationRow, "source" | "shown" | "isRendered">,
  highlights: readonly Highlight[],
  budget: SearchBudget,
): { text: string; isPart: boolean } {
  const whole = isRendered ? (shown ?? source) : seenText(source);
  const isPart = whole.length > partLength;
  const text = isPart ? partAround(whole, firstSpan(whole, highlights, budget)?.start ?? 0) : whole;
  const bare = text
    .replace(/^(?:> ?)+/gm, "")
    .replace(/\n{2,}/g, "\n")
    .trim();
  return { text: bare === "" ? text : bare, isPart };
}

function partAround(source: string, at: number): string {
  const from = at < partLength * 0.7 ? 0 : at - partLength / 3;
  const line = source.lastIndexOf("\n", from) + 1;
  const start = from - line > partLength / 3 ? from : line;
  return source.slice(start, start + partLength).toWellFormed();
}
