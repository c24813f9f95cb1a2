/** An account has so many API keys at most. */
export const mostKeys = 10;

/** The template of the mail that tells of a new API key. */
export const keyNotice = "key-made";
const prefix = "key-made ";

/** The slot of that mail. */
export function keySlot(keyId: string): string {
  return `${prefix}${keyId}`;
}

/** Which key such a slot tells of; null: another slot. */
export function keyOfSlot(slot: string): string | null {
  return slot.startsWith(prefix) ? slot.slice(prefix.length) : null;
}
