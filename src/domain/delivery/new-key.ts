export const maxKeys = 10;

export const keyNotice = "key-made";
const prefix = "key-made ";

export function keyNoticeKey(keyId: string): string {
  return `${prefix}${keyId}`;
}

export function parseKeyNoticeKey(dedupeKey: string): string | null {
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length) : null;
}
