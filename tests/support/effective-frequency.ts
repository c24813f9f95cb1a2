import type { DeliveryFrequency } from "@/domain/digest-schedule";
import { isMailable, type MailSettings } from "@/domain/effective-frequency";

interface WatchMailSettings {
  emailNotification: boolean;
  frequency: DeliveryFrequency;
}

/** The rule of `delivery/statements/channel-sql.ts`. Null: not emailed. The account's switch is the master. */
export function frequencyFor(user: MailSettings, watch: WatchMailSettings): DeliveryFrequency | null {
  if (!isMailable(user)) return null;
  return watch.emailNotification ? watch.frequency : user.emailFrequency;
}
