import type { ProfileChange, SettingsChange } from "@/contract/account";
import type { NotificationPreferences, UserView } from "@/contract/user";
import { prisma, transaction, type Queryable } from "./database";
import { replanDebts } from "./deliveries";
import { AppError } from "./http/errors";
import type { Account } from "./sql/account-row";
import { lockUser } from "./sql/lock-user";
import { updateMailSettings } from "./sql/update-mail-settings";
import { updateProfile } from "./sql/update-profile";
import { knownTimeZone } from "./time-zone";
import { userView } from "./user-view";

/** Sets name and time zone; what is owed is planned anew when the zone moves. */
export function changeProfile(user: Account, wanted: ProfileChange, now: Date): Promise<{ user: UserView }> {
  return changed(user, async (tx, before) => {
    const profile = {
      firstName: wanted.firstName ?? before.firstName,
      lastName: wanted.lastName ?? before.lastName,
      timeZone: wanted.timeZone === undefined ? before.timeZone : knownTimeZone(wanted.timeZone),
    };
    await updateProfile(tx, user.id, profile, now);
    if (profile.timeZone !== before.timeZone) await replanDebts(tx, user.id, now);
    return profile;
  });
}

/** Sets switch and rhythm of alert mails and plans anew what is owed. Switching on again forgets a bounce. */
export function updateNotificationPreferences(
  user: Account,
  wanted: NotificationPreferences,
  now: Date,
): Promise<{ user: UserView }> {
  return changed(user, async (tx, before) => {
    const emailNotifications = wanted.emailNotifications ?? before.emailNotifications;
    const emailStatus = emailNotifications && !before.emailNotifications ? "ok" : before.emailStatus;
    const emailFrequency = wanted.emailFrequency ?? before.emailFrequency;
    const settings = { emailNotifications, emailFrequency, emailStatus };
    await updateMailSettings(tx, user.id, settings, now);
    await replanDebts(tx, user.id, now);
    return settings;
  });
}

/** Sets the account's theme. */
export async function changeSettings(user: Account, wanted: SettingsChange): Promise<{ user: UserView }> {
  const theme = wanted.settings?.theme ?? wanted.theme ?? user.theme;
  await prisma().user.updateMany({ where: { id: user.id }, data: { theme } });
  return { user: userView({ ...user, theme }) };
}

async function changed(
  user: Account,
  change: (tx: Queryable, before: Account) => Promise<Partial<Account>>,
): Promise<{ user: UserView }> {
  const updated = await transaction(async (tx) => {
    const before = await lockUser(tx, user.id);
    if (before === null) throw new AppError("UNAUTHORIZED");
    return { ...before, ...(await change(tx, before)) };
  });
  return { user: userView(updated) };
}
