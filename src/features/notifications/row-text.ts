import type { NotificationThread } from "@/contract/followed-thread";
import type { NotificationView } from "@/contract/notification";
import { getItem } from "@/contract/place";
import { counted, formatCount } from "@/domain/text/counted";
import { nearMatch, type Segment } from "@/domain/text/snippet";
import { repeatsTitle } from "@/domain/reading/untitled";

interface Line {
  kind: "title" | "text";
  segments: readonly Segment[];
}

/** Returns the title or, if only the text matched, both. */
export function rowText(notification: NotificationView): Line[] {
  const { title, text } = notification.passage;
  const item = getItem(notification);
  const isMarked = (segments: readonly Segment[]) => segments.some(({ isHeard }) => isHeard);
  const hasText = text.some((segment) => segment.text.trim() !== "");
  const textLine: Line = { kind: "text", segments: nearMatch(text) };
  if (hasText && (item.kind === "comment" || repeatsTitle(item))) return [textLine];
  const titleLine: Line = { kind: "title", segments: title };
  if (!hasText || isMarked(title) || !isMarked(text)) return [titleLine];
  return [titleLine, textLine];
}

/** Returns whether a part is only a search hit, not a match. Undefined without a search. */
export function hitTest(
  { highlights }: Pick<NotificationView, "highlights">,
  searched: string,
): ((text: string) => boolean) | undefined {
  if (searched === "") return undefined;
  const matched = highlights.map(({ keyword }) => keyword.toLowerCase());
  return (text) => !matched.some((keyword) => text.toLowerCase().includes(keyword));
}

/** True if the notification is a reply in a followed thread, and no keyword matched it. */
export function isReply({ thread, watchId }: Pick<NotificationView, "thread" | "watchId">): boolean {
  return thread?.watchId === watchId;
}

export function readText({ read, total }: Pick<NotificationThread, "read" | "total">): string {
  if (total === null) return `${counted(read ?? 0, "reply", "replies")} read`;
  return `${formatCount(read ?? 0)} of ${counted(total, "reply", "replies")} read`;
}
