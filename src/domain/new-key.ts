/** Maximum API keys per account. */
export const maxKeys = 10;

export const keyNotice = "key-made";
const prefix = "key-made ";

/** Deduplication key of that email. */
export function keyNoticeKey(keyId: string): string {
  return `${prefix}${keyId}`;
}

/** Returns the id of the API key, or null for other keys. */
export function parseKeyNoticeKey(dedupeKey: string): string | null {
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length) : null;
}
