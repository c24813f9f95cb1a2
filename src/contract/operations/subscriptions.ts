import {
  checkoutRequest,
  paymentPageResponse,
  subscriptionResponse,
  subscriptionStatusResponse,
  syncRequest,
  usageResponse,
} from "../subscription";
import { withLines, type Drafts } from "./operation";

export const subscriptionOperations = withLines({
  getSubscriptionStatus: {
    kind: "user",
    key: "read",
    summary: "Subscription status",
    response: subscriptionStatusResponse,
  },
  getUsage: {
    kind: "user",
    key: "read",
    summary: "Plan usage; a null limit means unlimited",
    response: usageResponse,
  },
  openCheckout: {
    kind: "user",
    key: "never",
    limit: "billing",
    summary: "Create a Stripe Checkout session (CAD)",
    body: checkoutRequest,
    response: paymentPageResponse,
    errors: ["ALREADY_SUBSCRIBED"],
  },
  syncCheckout: {
    kind: "user",
    key: "never",
    limit: "billing",
    summary: "Refresh the subscription from Stripe after checkout",
    body: syncRequest,
    response: subscriptionStatusResponse,
    errors: ["NO_SUBSCRIPTION"],
  },
  cancelSubscription: {
    kind: "user",
    key: "never",
    limit: "billing",
    summary: "Cancel the subscription at the end of the billing period",
    response: subscriptionResponse,
    errors: ["NO_SUBSCRIPTION"],
  },
  reactivateSubscription: {
    kind: "user",
    key: "never",
    limit: "billing",
    summary: "Undo a scheduled cancellation",
    response: subscriptionResponse,
    errors: ["NO_SUBSCRIPTION"],
  },
  openBillingPortal: {
    kind: "user",
    key: "never",
    limit: "billing",
    summary: "Create a Stripe customer portal session",
    response: paymentPageResponse,
    errors: ["NO_SUBSCRIPTION"],
  },
} as const satisfies Drafts);
