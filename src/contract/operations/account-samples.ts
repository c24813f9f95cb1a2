import { emailChangeRequested, passwordChanged, testAlertQueued } from "../account";
import { forgotMessage, resendSucceeded, resetSucceeded, verifySucceeded } from "../auth";
import type { Samples } from "./examples";
import { apiKey, at, delivery, device, ids, subscription, user } from "./sample-things";

const profile = { user: { ...user, pendingEmail: null } };
const tokens = { token: "eyJ…", refreshToken: "esr_…", user };
const status = { isPro: true, subscription };

/** Sample responses for account operations. */
export const accountSamples: Samples = {
  listKeys: { keys: [apiKey] },
  createKey: { key: apiKey, secret: "esk_…" },

  getProfile: profile,
  updateProfile: profile,
  updateNotificationPreferences: profile,
  updateSettings: profile,
  changePassword: { message: passwordChanged },
  changeEmail: { message: `${emailChangeRequested}maya@lantern.example.` },
  resendEmailChange: { message: `${emailChangeRequested}maya@lantern.example.` },
  listSessions: { sessions: [device] },
  exportAccount: {
    exportedAt: at.later,
    account: [{ id: ids.user, email: user.email }],
    subscription: [],
    sessions: [],
    watches: [],
    watchRevisions: [],
    keywords: [],
    notifications: [],
    savedViews: [],
    deletedNotifications: [],
    deliveries: [],
    accountMails: [],
    pushSubscriptions: [],
    destinations: [],
    apiKeys: [],
  },
  openFeed: { url: "https://…" },
  sendTestAlert: { message: testAlertQueued },
  listDeliveries: { deliveries: [delivery] },

  register: { requiresVerification: true, user: { ...user, isEmailVerified: false } },
  login: tokens,
  refresh: tokens,
  resendVerification: { message: resendSucceeded },
  verifyEmail: { message: verifySucceeded },
  forgotPassword: { message: forgotMessage },
  resetPassword: { message: resetSucceeded },

  getPushKey: { key: "B…" },
  savePushSubscription: {
    subscription: { _id: ids.other, endpoint: "https://push.example/send/7Kq2", createdAt: at.watched },
  },

  getSubscriptionStatus: status,
  getUsage: { keywordCount: 1, keywordLimit: null, notificationCount: 12, pausedByPlan: 0 },
  openCheckout: { url: "https://checkout.example/…" },
  syncCheckout: status,
  cancelSubscription: { subscription: { ...subscription, cancelAtPeriodEnd: true } },
  reactivateSubscription: { subscription },
  openBillingPortal: { url: "https://billing.example/…" },
};
