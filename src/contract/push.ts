import { exampleText } from "./entity";
import * as z from "./zod";

const base64url = (min: number, max: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${min},${max}}={0,2}$`), "Must be base64url");

/** A subscription from PushSubscription.toJSON(). */
export const pushSubscription = z
  .object({
    endpoint: z.url({ protocol: /^https$/, error: "Must be an https URL" }).max(2000),
    expirationTime: z.number().nullish(),
    keys: z.object({ p256dh: base64url(86, 88), auth: base64url(22, 44) }),
  })
  .meta({ examples: [{ endpoint: "$ENDPOINT", keys: { p256dh: "$P256DH", auth: "$AUTH" } }] });
export type PushSubscriptionDraft = z.infer<typeof pushSubscription>;

/** The browser to unsubscribe. Other properties of the subscription are ignored. */
export const pushEndpoint = z
  .object({ endpoint: z.string().min(1).max(2000) })
  .meta({ examples: [{ endpoint: "$ENDPOINT" }] });

export const pushKeyResponse = z.object({ key: exampleText("B…") });

export const pushSubscriptionResponse = z.object({
  subscription: z.object({
    _id: exampleText("0199f3c2-7a60-7b38-8e52-d1407c9b3fa6"),
    endpoint: exampleText("https://push.example/send/7Kq2"),
    createdAt: exampleText("2026-11-20T08:31:40.512Z"),
  }),
});
