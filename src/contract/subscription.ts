import { planName } from "./user";
import { z } from "./zod";

/** A subscription as its owner sees it; never a Stripe id. */
export const subscriptionView = z.object({
  plan: planName,
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.string().nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionView>;

/** GET /api/subscriptions/status; Free is an active subscription that never ends. */
export const subscriptionStatusAnswer = z.object({ isPro: z.boolean(), subscription: subscriptionView });
export type SubscriptionStatusAnswer = z.infer<typeof subscriptionStatusAnswer>;

/** GET /api/subscriptions/usage: watches the user has, the plan's limit (null: unlimited), notifications held. */
export const usageAnswer = z.object({
  keywordCount: z.number(),
  keywordLimit: z.number().nullable(),
  notificationCount: z.number(),
});
export type UsageAnswer = z.infer<typeof usageAnswer>;
