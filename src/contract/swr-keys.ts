import type { OperationName, InputOf, PlainName, ReadName } from "./calls";

/**
 * Under which SWR keeps what a call answers: its name and input. Its path would bring the table of all paths to screens that
 * show what they were served and load the client later.
 */
export function keyOf(name: PlainName & ReadName): string;
export function keyOf<Name extends ReadName>(name: Name, input: InputOf<Name>): string;
export function keyOf(name: OperationName, input: object = {}): string {
  return `${name} ${JSON.stringify(input)}`;
}

/** Whether a key is one of these calls', whatever their input. */
export function isKeyOf(key: unknown, ...names: ReadName[]): boolean {
  return typeof key === "string" && names.some((name) => key.startsWith(`${name} `));
}

/** Every call whose answer a change of notifications shows in. */
export const notificationReads = [
  "listNotifications",
  "listNotificationGroups",
  "listNotificationChoices",
  "getNotificationStats",
  "countUnread",
  "getWatchStats",
] as const satisfies ReadName[];
