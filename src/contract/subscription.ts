import { exampleCount, exampleText, moment } from "./entity";
import { planName } from "./user";
import * as z from "./zod";

const priceId = z.enum(["monthly", "yearly"]);

/** The owner's subscription. Never contains Stripe ids. */
export const subscriptionView = z.object({
  plan: planName,
  status: exampleText("active"),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: moment.nullable(),
  /** The current price of Pro. Null: none, or a discontinued one. */
  priceId: priceId.nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** GET /api/subscriptions/status. Free is an active subscription without an end. */
export const subscriptionStatusResponse = z.object({ isPro: z.boolean(), subscription: subscriptionView });
export type SubscriptionStatusResponse = z.infer<typeof subscriptionStatusResponse>;

/** GET /api/subscriptions/usage. A limit of null means unlimited. */
export const usageResponse = z.object({
  keywordCount: exampleCount(1),
  keywordLimit: z.number().nullable(),
  notificationCount: exampleCount(12),
  /** Watches paused because a plan ended. POST /api/keywords/active resumes them. */
  pausedByPlan: z.number(),
});
export type UsageResponse = z.infer<typeof usageResponse>;

/** POST /api/subscriptions/create-checkout-session. Errors: ALREADY_SUBSCRIBED, UPSTREAM_UNAVAILABLE. */
export const checkoutRequest = z.object({ priceId }).meta({ examples: [{ priceId: "yearly" }] });
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** A Stripe page to open: checkout or billing portal. */
export const paymentPageResponse = z.object({
  url: z.url().meta({ examples: ["https://checkout.example/"] }),
});
export type PaymentPageResponse = z.infer<typeof paymentPageResponse>;

/** The session id from Stripe's redirect. The response is `subscriptionStatusResponse`. */
export const syncRequest = z
  .object({ sessionId: z.string().min(1).max(255) })
  .meta({ examples: [{ sessionId: "$SESSION_ID" }] });
export type SyncRequest = z.infer<typeof syncRequest>;

/** POST /api/subscriptions/cancel and /reactivate. Errors: NO_SUBSCRIPTION, UPSTREAM_UNAVAILABLE. */
export const subscriptionResponse = z.object({ subscription: subscriptionView });
export type SubscriptionResponse = z.infer<typeof subscriptionResponse>;
