import {
  checkoutRequest,
  paymentPageAnswer,
  subscriptionAnswer,
  subscriptionStatusAnswer,
  syncRequest,
  usageAnswer,
} from "../subscription";
import type { Operations } from "./operation";

export const subscriptionOperations = {
  getSubscriptionStatus: {
    method: "GET",
    path: "/api/subscriptions/status",
    kind: "user",
    summary: "Whether the account has Pro, and until when",
    answer: subscriptionStatusAnswer,
  },
  getUsage: {
    method: "GET",
    path: "/api/subscriptions/usage",
    kind: "user",
    summary: "What of the plan is used; a limit of null is none",
    answer: usageAnswer,
  },
  openCheckout: {
    method: "POST",
    path: "/api/subscriptions/create-checkout-session",
    kind: "user",
    summary: "The page at Stripe where Pro is bought, in CAD",
    body: checkoutRequest,
    answer: paymentPageAnswer,
    errors: ["ALREADY_SUBSCRIBED"],
  },
  syncCheckout: {
    method: "POST",
    path: "/api/subscriptions/sync",
    kind: "user",
    summary: "Read the subscription again at Stripe, on the way back from its page",
    body: syncRequest,
    answer: subscriptionStatusAnswer,
    errors: ["NO_SUBSCRIPTION"],
  },
  cancelSubscription: {
    method: "POST",
    path: "/api/subscriptions/cancel",
    kind: "user",
    summary: "Let the subscription end with its paid period",
    answer: subscriptionAnswer,
    errors: ["NO_SUBSCRIPTION"],
  },
  reactivateSubscription: {
    method: "POST",
    path: "/api/subscriptions/reactivate",
    kind: "user",
    summary: "Take a cancellation back",
    answer: subscriptionAnswer,
    errors: ["NO_SUBSCRIPTION"],
  },
  openBillingPortal: {
    method: "POST",
    path: "/api/subscriptions/create-portal-session",
    kind: "user",
    summary: "The page at Stripe where cards and invoices are",
    answer: paymentPageAnswer,
    errors: ["NO_SUBSCRIPTION"],
  },
} as const satisfies Operations;
