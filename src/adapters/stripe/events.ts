import { z } from "zod";
import { verified } from "./client";

/** Something happened to a customer, or to a charge whose customer has to be asked for. What exactly doesn't matter. */
export interface StripeEvent {
  id: string;
  type: string;
  customerId: string | null;
  chargeId: string | null;
}

const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null);
const reported = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string().nullish(),
      object: z.string().nullish(),
      customer: reference,
      charge: reference,
    }),
  }),
});

/** Reads a signed event; null unless the signature over these bytes is right and fresh. */
export function readStripeEvent(headers: Headers, bytes: Uint8Array): StripeEvent | null {
  const event = reported.safeParse(verified(bytes, headers.get("stripe-signature") ?? ""));
  if (!event.success) return null;
  const { id, type, data } = event.data;
  const { object } = data;
  const customerId = object.object === "customer" ? (object.id ?? null) : (object.customer ?? null);
  return { id, type, customerId, chargeId: object.charge ?? null };
}
