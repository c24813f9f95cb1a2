import { shownAddress } from "@/channels/shown-address";
import { getToggles, type ProfileView, type UserView } from "@/contract/user";
import { activeMute } from "@/domain/delivery/mute";
import { getPlan } from "@/domain/plans/plans";
import { getQuiet } from "@/server/delivery/statements/policies";
import type { Account } from "./statements/accounts";
import { findPendingEmail } from "./statements/account-mails";

export function userView(account: Account): UserView {
  return {
    _id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: shownAddress(account.email),
    isEmailVerified: account.emailVerifiedAt !== null,
    timeZone: account.timeZone,
    emailStatus: account.emailStatus,
    subscription: planView(account.subscriptionStatus),
    notificationPreferences: {
      emailNotifications: account.emailNotifications,
      emailFrequency: account.emailFrequency,
      ...getToggles(account),
      quietHours: getQuiet(account).quietHours,
      digestHour: account.digestHour,
      digestDays: account.digestDays,
      mutedUntil: activeMute(account.mutedUntil),
      weeklyReport: account.weeklyReportAt !== null,
    },
    settings: { theme: account.theme },
  };
}

/** Free is always active, even if Stripe still has an ended subscription. */
function planView(status: string | null): UserView["subscription"] {
  const plan = getPlan(status).name;
  return { plan, status: plan === "pro" && status !== null ? status : "active" };
}

export async function profileView(account: Account, now: Date): Promise<ProfileView> {
  const pending = await findPendingEmail(account.id, now);
  return { ...userView(account), pendingEmail: pending === null ? null : shownAddress(pending) };
}
