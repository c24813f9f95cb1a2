import type { DeliveryFrequency } from "./digest-schedule";

export interface MailSettings {
  emailNotifications: boolean;
  emailFrequency: DeliveryFrequency;
  emailStatus: "ok" | "bounced" | "complained" | "unsubscribed";
  emailVerifiedAt: Date | null;
}

export function isMailable(user: Omit<MailSettings, "emailFrequency">): boolean {
  return user.emailNotifications && user.emailVerifiedAt !== null && user.emailStatus === "ok";
}
