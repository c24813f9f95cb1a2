import type { DeliveryFrequency } from "./digest-schedule";

/** Account settings that determine if and when matches are emailed. */
export interface MailSettings {
  emailNotifications: boolean;
  emailFrequency: DeliveryFrequency;
  emailStatus: "ok" | "bounced" | "complained" | "unsubscribed";
  emailVerifiedAt: Date | null;
}

/** Watch settings that do. */
export interface WatchMailSettings {
  emailNotification: boolean;
  frequency: DeliveryFrequency;
}

/** True if alert emails can be sent to an account: turned on, address verified, not blocked. */
export function isMailable(user: Omit<MailSettings, "emailFrequency">): boolean {
  return user.emailNotifications && user.emailVerifiedAt !== null && user.emailStatus === "ok";
}

/**
 * Returns the email frequency for a watch's matches, or null if they aren't emailed. The account's switch is
 * the master; a watch uses the account's frequency unless its own email switch is on. Must match
 * `delivery/statements/channel-sql.ts`.
 */
export function frequencyFor(user: MailSettings, watch: WatchMailSettings): DeliveryFrequency | null {
  if (!isMailable(user)) return null;
  return watch.emailNotification ? watch.frequency : user.emailFrequency;
}
