import * as z from "./zod";

const base64url = (least: number, most: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}={0,2}$`), "Must be base64url");

/** A browser's subscription as PushSubscription.toJSON() gives it. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: "Must be an https URL" }).max(2000),
  expirationTime: z.number().nullish(),
  keys: z.object({ p256dh: base64url(86, 88), auth: base64url(22, 44) }),
});
export type PushSubscriptionDraft = z.infer<typeof pushSubscription>;

/** Which browser is no longer to be told; the rest of a subscription may come along. */
export const pushEndpoint = z.object({ endpoint: z.string().min(1).max(2000) });

/** Answer of GET /api/push/key: what a browser subscribes with. */
export const pushKeyResponse = z.object({ key: z.string() });

/** Answer of POST /api/push/subscriptions. */
export const pushSubscriptionResponse = z.object({
  subscription: z.object({ _id: z.string(), endpoint: z.string(), createdAt: z.string() }),
});
