import type { UserView } from "@/contract/user";
import { planOf } from "@/domain/plans";
import type { Account } from "./sql/account-row";

/** The account as the wire shows it to its owner. */
export function userView(account: Account): UserView {
  return {
    _id: account.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    isEmailVerified: account.emailVerifiedAt !== null,
    timeZone: account.timeZone,
    emailStatus: account.emailStatus,
    subscription: {
      plan: planOf(account.subscriptionStatus).name,
      status: account.subscriptionStatus ?? "active",
    },
    notificationPreferences: {
      emailNotifications: account.emailNotifications,
      emailFrequency: account.emailFrequency,
    },
    settings: { theme: account.theme },
  };
}
