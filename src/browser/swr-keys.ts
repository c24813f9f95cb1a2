import type { OperationName, InputOf, PlainName, ReadName } from "./operation-types";

/** Not the path, which would add the table of all paths to screens that load the client later. */
export function getKey(name: PlainName & ReadName): string;
export function getKey<Name extends ReadName>(name: Name, input: InputOf<Name>): string;
export function getKey(name: OperationName, input: object = {}): string {
  return `${name} ${JSON.stringify(input)}`;
}

export function isKeyOf(key: unknown, ...names: ReadName[]): boolean {
  return typeof key === "string" && names.some((name) => key.startsWith(`${name} `));
}

export const notificationReads = [
  "listNotifications",
  "listNotificationGroups",
  "listReplies",
  "listNotificationChoices",
  "getNotificationStats",
  "countUnread",
  "countTabs",
  "getWatchStats",
] as const satisfies ReadName[];
