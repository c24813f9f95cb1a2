/** Why nothing is sent to a destination, as it is stored: by its owner, a new password, its receiver, or after the last attempt. */
export type OffReason = "owner" | "reset" | "gone" | "failing";

/** The template of the mail that says so. */
export const offNotice = "destination-off";
const prefix = "destination-off ";

/** The slot of that mail: of each time it is switched off one. */
export function offSlot(destinationId: string, at: Date): string {
  return `${prefix}${destinationId} ${at.toISOString()}`;
}

/** Which destination such a slot tells of; null: another slot. */
export function destinationOfSlot(slot: string): string | null {
  return slot.startsWith(prefix) ? (slot.slice(prefix.length).split(" ")[0] ?? null) : null;
}
