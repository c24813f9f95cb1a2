import type { OperationName, InputOf, PlainName, ReadName } from "./api-client";

/**
 * The SWR key of a request: operation name and input. Not its path, which would add the table of all paths to
 * screens that load the client later.
 */
export function getKey(name: PlainName & ReadName): string;
export function getKey<Name extends ReadName>(name: Name, input: InputOf<Name>): string;
export function getKey(name: OperationName, input: object = {}): string {
  return `${name} ${JSON.stringify(input)}`;
}

/** True if a key belongs to these operations, with any input. */
export function isKeyOf(key: unknown, ...names: ReadName[]): boolean {
  return typeof key === "string" && names.some((name) => key.startsWith(`${name} `));
}

/** All operations whose responses change with notifications. */
export const notificationReads = [
  "listNotifications",
  "listNotificationGroups",
  "listNotificationChoices",
  "getNotificationStats",
  "countUnread",
  "countTabs",
  "getWatchStats",
] as const satisfies ReadName[];
