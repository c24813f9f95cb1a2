import { sql } from "@/server/platform/database";
import { z } from "zod";

/** All that is mirrored of Stripe for a user. */
export const mirrorRow = z.object({
  userId: z.string(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  priceId: z.string().nullable(),
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodStart: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
  latestInvoiceId: z.string().nullable(),
  refundedAt: z.date().nullable(),
  disputedAt: z.date().nullable(),
  readApplied: z.number(),
});
export type MirrorRow = z.infer<typeof mirrorRow>;

export const mirrorColumns = sql`"userId", "customerId", "subscriptionId", "priceId", "status", "cancelAtPeriodEnd",
  "currentPeriodStart", "currentPeriodEnd", "latestInvoiceId", "refundedAt", "disputedAt", "readApplied"`;
