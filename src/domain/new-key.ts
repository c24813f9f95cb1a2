/** Maximum API keys per account. */
export const maxKeys = 10;

/** Template of the email about a new API key. */
export const keyNotice = "key-made";
const prefix = "key-made ";

/** Deduplication key of that email. */
export function keySlot(keyId: string): string {
  return `${prefix}${keyId}`;
}

/** Returns the id of the API key, or null for other keys. */
export function keyOfSlot(slot: string): string | null {
  return slot.startsWith(prefix) ? slot.slice(prefix.length) : null;
}
