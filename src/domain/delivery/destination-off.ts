/** As stored. 'gone': the destination no longer exists. 'failing': the last attempt failed. */
export type OffReason = "owner" | "reset" | "gone" | "failing";

export const offNotice = "destination-off";
const prefix = "destination-off ";

/** The deduplication key of that email: one email each time the destination is turned off. */
export function offNoticeKey(destinationId: string, at: Date): string {
  return `${prefix}${destinationId} ${at.toISOString()}`;
}

export function parseOffNoticeKey(dedupeKey: string): string | null {
  return dedupeKey.startsWith(prefix) ? (dedupeKey.slice(prefix.length).split(" ")[0] ?? null) : null;
}
