import type { DeliveryFrequency } from "./digest-schedule";

export interface MailSettings {
  emailNotifications: boolean;
  emailFrequency: DeliveryFrequency;
  emailStatus: "ok" | "bounced" | "complained" | "unsubscribed";
  emailVerifiedAt: Date | null;
}

export interface WatchMailSettings {
  emailNotification: boolean;
  frequency: DeliveryFrequency;
}

export function isMailable(user: Omit<MailSettings, "emailFrequency">): boolean {
  return user.emailNotifications && user.emailVerifiedAt !== null && user.emailStatus === "ok";
}

/** Null: not emailed. The account's switch is the master. Must match `delivery/statements/channel-sql.ts`. */
export function frequencyFor(user: MailSettings, watch: WatchMailSettings): DeliveryFrequency | null {
  if (!isMailable(user)) return null;
  return watch.emailNotification ? watch.frequency : user.emailFrequency;
}
