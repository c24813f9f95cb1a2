import type { Rhythm } from "./digest-schedule";

/** What of an account decides whether and when it is mailed. */
export interface MailSettings {
  emailNotifications: boolean;
  emailFrequency: Rhythm;
  emailStatus: "ok" | "bounced" | "complained" | "unsubscribed";
  emailVerifiedAt: Date | null;
}

/** What of a watch does. */
export interface WatchMailSettings {
  emailNotification: boolean;
  frequency: Rhythm;
}

/** Whether alert mails may go to an account: switched on, a verified address, nothing that holds it back. */
export function isMailable(user: Omit<MailSettings, "emailFrequency">): boolean {
  return user.emailNotifications && user.emailVerifiedAt !== null && user.emailStatus === "ok";
}

/**
 * The rhythm in which a watch's matches are mailed, null for not at all: the account's switch is the master, a watch
 * follows the account unless its own e-mail switch is on. `delivery/statements/channel-sql.ts` says the same to PostgreSQL.
 */
export function rhythmFor(user: MailSettings, watch: WatchMailSettings): Rhythm | null {
  if (!isMailable(user)) return null;
  return watch.emailNotification ? watch.frequency : user.emailFrequency;
}
