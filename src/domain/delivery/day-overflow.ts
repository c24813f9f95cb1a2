export const overflowNotice = "day-overflow";

/** Identifies an overflow message, which is sent only once. */
export interface OverflowDay {
  watchId: string;
  /** In the account's zone, '2026-11-21'. */
  day: string;
}

export function overflowKey({ watchId, day }: OverflowDay): string {
  return `${overflowNotice}:${watchId}:${day}`;
}

export function parseOverflowKey(dedupeKey: string): OverflowDay | null {
  const [template, watchId, day] = dedupeKey.split(":");
  return template === overflowNotice && watchId !== undefined && day !== undefined ? { watchId, day } : null;
}

export const textNotice = "text-overflow";

export function textNoticeKey(day: string): string {
  return `${textNotice}:${day}`;
}

export function parseTextNoticeKey(dedupeKey: string): string | null {
  const [template, day] = dedupeKey.split(":");
  return template === textNotice && day !== undefined ? day : null;
}
