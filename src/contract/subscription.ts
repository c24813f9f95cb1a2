import { moment } from "./entity";
import { planName } from "./user";
import * as z from "./zod";

const priceId = z.enum(["monthly", "yearly"]);

/** A subscription as its owner sees it; never a Stripe id. */
export const subscriptionView = z.object({
  plan: planName,
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: moment.nullable(),
  /** Which of Pro's prices is paid; null: none, or one that is no longer sold. */
  priceId: priceId.nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** GET /api/subscriptions/status; Free is an active subscription that never ends. */
export const subscriptionStatusResponse = z.object({ isPro: z.boolean(), subscription: subscriptionView });
export type SubscriptionStatusResponse = z.infer<typeof subscriptionStatusResponse>;

/** GET /api/subscriptions/usage: watches the user has, the plan's limit (null: unlimited), notifications held. */
export const usageResponse = z.object({
  keywordCount: z.number(),
  keywordLimit: z.number().nullable(),
  notificationCount: z.number(),
  /** Watches that the end of a plan paused; POST /api/keywords/active wakes them. */
  pausedByPlan: z.number(),
});
export type UsageResponse = z.infer<typeof usageResponse>;

/** POST /api/subscriptions/create-checkout-session; ALREADY_SUBSCRIBED, UPSTREAM_UNAVAILABLE. */
export const checkoutRequest = z.object({ priceId });
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** The page at Stripe that the browser opens: of a checkout and of the billing portal. */
export const paymentPageResponse = z.object({ url: z.url() });
export type PaymentPageResponse = z.infer<typeof paymentPageResponse>;

/** POST /api/subscriptions/sync: the session that Stripe named on the way back → subscriptionStatusAnswer. */
export const syncRequest = z.object({ sessionId: z.string().min(1).max(255) });
export type SyncRequest = z.infer<typeof syncRequest>;

/** POST /api/subscriptions/cancel and /reactivate; NO_SUBSCRIPTION, UPSTREAM_UNAVAILABLE. */
export const subscriptionResponse = z.object({ subscription: subscriptionView });
export type SubscriptionResponse = z.infer<typeof subscriptionResponse>;
