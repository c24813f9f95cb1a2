export const overflowNotice = "day-overflow";

/** Identifies such a message, which is sent only once. */
export interface OverflowDay {
  watchId: string;
  /** In the account's zone, '2026-11-21'. */
  day: string;
}

export function overflowKey({ watchId, day }: OverflowDay): string {
  return `${overflowNotice}:${watchId}:${day}`;
}

/** Parses `overflowKey`. Null for other keys. */
export function parseOverflowKey(dedupeKey: string): OverflowDay | null {
  const [template, watchId, day] = dedupeKey.split(":");
  return template === overflowNotice && watchId !== undefined && day !== undefined ? { watchId, day } : null;
}

export const textNotice = "text-overflow";

/** `day`: in the account's zone, '2026-11-21'. */
export function textNoticeKey(day: string): string {
  return `${textNotice}:${day}`;
}

/** Parses `textNoticeKey`. Null for other keys. */
export function parseTextNoticeKey(dedupeKey: string): string | null {
  const [template, day] = dedupeKey.split(":");
  return template === textNotice && day !== undefined ? day : null;
}
