import type { ProfileChange, SettingsChange } from "@/contract/account";
import { getToggles, type NotificationPreferences, type ProfileView } from "@/contract/user";
import { muteEnd } from "@/domain/delivery/mute";
import { rescheduledReport } from "@/domain/delivery/weekly-report";
import { prisma, transaction, type Queryable } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { AppError } from "@/server/platform/errors";
import { type Account, updateUser, lockUser } from "./statements/accounts";
import { knownTimeZone } from "./time-zone";
import { profileView } from "./user-view";

interface ProfileResponse {
  user: ProfileView;
}

export async function getProfile(user: Account, now: Date): Promise<ProfileResponse> {
  return { user: await profileView(user, now) };
}

/** Sets name and time zone. If the zone changes, reschedules pending alerts and the weekly report. */
export function changeProfile(user: Account, wanted: ProfileChange, now: Date): Promise<ProfileResponse> {
  return changed(user, now, async (tx, before) => {
    const profile = {
      firstName: wanted.firstName ?? before.firstName,
      lastName: wanted.lastName ?? before.lastName,
      timeZone: wanted.timeZone === undefined ? before.timeZone : knownTimeZone(wanted.timeZone),
    };
    await updateUser(user.id, profile, now);
    if (profile.timeZone === before.timeZone) return profile;
    await rescheduleOutbox(tx, user.id, now, before);
    if (before.weeklyReportAt === null) return profile;
    const weeklyReportAt = rescheduledReport(before, now, { ...before, timeZone: profile.timeZone });
    await updateUser(user.id, { weeklyReportAt }, now);
    return { ...profile, weeklyReportAt };
  });
}

function policyOf(wanted: NotificationPreferences, before: Account, now: Date) {
  const { quietHours, digestHour = before.digestHour, digestDays = before.digestDays } = wanted;
  const { timeZone, quietFrom, quietTo } = before;
  const schedule = { timeZone, digestHour, digestDays };
  return {
    digestHour,
    digestDays,
    weeklyReportAt:
      (wanted.weeklyReport ?? before.weeklyReportAt !== null)
        ? rescheduledReport(before, now, schedule)
        : null,
    mutedUntil:
      wanted.mutedUntil === undefined ? before.mutedUntil : muteEnd(wanted.mutedUntil, now, schedule),
    ...(quietHours === undefined
      ? { quietFrom, quietTo }
      : { quietFrom: quietHours?.from ?? null, quietTo: quietHours?.to ?? null }),
  };
}

/** Also reschedules pending alerts. Turning email on again clears a bounce. */
export function updateNotificationPreferences(
  user: Account,
  wanted: NotificationPreferences,
  now: Date,
): Promise<ProfileResponse> {
  return changed(user, now, async (tx, before) => {
    const emailNotifications = wanted.emailNotifications ?? before.emailNotifications;
    const emailStatus = emailNotifications && !before.emailNotifications ? "ok" : before.emailStatus;
    const settings = {
      emailNotifications,
      emailStatus,
      emailFrequency: wanted.emailFrequency ?? before.emailFrequency,
      ...getToggles({ ...before, ...wanted }),
      ...policyOf(wanted, before, now),
    };
    await updateUser(user.id, settings, now);
    await rescheduleOutbox(tx, user.id, now, before);
    return settings;
  });
}

export async function changeSettings(
  user: Account,
  wanted: SettingsChange,
  now: Date,
): Promise<ProfileResponse> {
  const theme = wanted.settings?.theme ?? wanted.theme ?? user.theme;
  await prisma().user.updateMany({ where: { id: user.id }, data: { theme } });
  return getProfile({ ...user, theme }, now);
}

async function changed(
  user: Account,
  now: Date,
  change: (tx: Queryable, before: Account) => Promise<Partial<Account>>,
): Promise<ProfileResponse> {
  const updated = await transaction(async (tx) => {
    const before = await lockUser(tx, user.id);
    if (before === null) throw new AppError("UNAUTHORIZED");
    return { ...before, ...(await change(tx, before)) };
  });
  return getProfile(updated, now);
}
