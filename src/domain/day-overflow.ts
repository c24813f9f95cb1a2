/** The template of the message that a watch hears more in a day than is recorded. */
export const overflowNotice = "day-overflow";

/** What such a message is about, which is told once. */
export interface OverflowDay {
  watchId: string;
  /** Of the account's zone, '2026-11-21'. */
  day: string;
}

export function overflowSlot({ watchId, day }: OverflowDay): string {
  return `${overflowNotice}:${watchId}:${day}`;
}

/** The other way; null for every other slot. */
export function overflowOfSlot(slot: string): OverflowDay | null {
  const [template, watchId, day] = slot.split(":");
  return template === overflowNotice && watchId !== undefined && day !== undefined ? { watchId, day } : null;
}

/** Template of the message about an account's daily text limit. */
export const textNotice = "text-overflow";

/** `day`: in the account's zone, '2026-11-21'. */
export function textSlot(day: string): string {
  return `${textNotice}:${day}`;
}

/** The day of such a slot; null for every other slot. */
export function dayOfTextSlot(slot: string): string | null {
  const [template, day] = slot.split(":");
  return template === textNotice && day !== undefined ? day : null;
}
