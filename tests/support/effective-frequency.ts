import type { DeliveryFrequency } from "@/domain/delivery/digest-schedule";

interface MailSettings {
  emailNotifications: boolean;
  emailFrequency: DeliveryFrequency;
  emailStatus: "ok" | "bounced" | "complained" | "unsubscribed";
  emailVerifiedAt: Date | null;
}

interface WatchMailSettings {
  emailNotification: boolean;
  frequency: DeliveryFrequency;
}

/** The rule of `delivery/statements/channel-sql.ts`. Null: not emailed. The account's switch is the master. */
export function frequencyFor(user: MailSettings, watch: WatchMailSettings): DeliveryFrequency | null {
  const isMailable = user.emailNotifications && user.emailVerifiedAt !== null && user.emailStatus === "ok";
  if (!isMailable) return null;
  return watch.emailNotification ? watch.frequency : user.emailFrequency;
}
