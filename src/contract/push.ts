import * as z from "./zod";

const base64url = (min: number, max: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}={0,2}$`), "Must be base64url");

/** A subscription from PushSubscription.toJSON(). */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: "Must be an https URL" }).max(2000),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: base64url(86, 88), auth: base64url(22, 44) }),
});
export type PushSubscriptionDraft = z.infer<typeof pushSubscription>;

/** The browser to unsubscribe. Other properties of the subscription are ignored. */
export const pushEndpoint = z.object({ endpoint: z.string().min(1).max(2000) });

/** GET /api/push/key: the application server key. */
export const pushKeyResponse = z.object({ key: z.string() });

/** POST /api/push/subscriptions. */
export const pushSubscriptionResponse = z.object({
  subscription: z.object({ _id: z.string(), endpoint: z.string(), createdAt: z.string() }),
});
