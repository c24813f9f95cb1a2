import * as z from "zod";
import { verified } from "./client";

/** An event of a customer or charge. Details don't matter because the customer's state is read again. */
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
const stripeEvent = z.object({
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

export function readStripeEvent(headers: Headers, bytes: Uint8Array): StripeEvent | null {
  const event = stripeEvent.safeParse(verified(bytes, headers.get("stripe-signature") ?? ""));
  if (!event.success) return null;
  const { id, type, data } = event.data;
  const { object } = data;
  const customerId = object.object === "customer" ? (object.id ?? null) : (object.customer ?? null);
  return { id, type, customerId, chargeId: object.charge ?? null };
}
