import * as z from "./zod";

export const healthResponse = z.object({
  status: z.enum(["ok", "degraded"]),
  /** since: when reads of a site started failing. Failures count as a problem once they have lasted. */
  checks: z.record(
    z.string(),
    z.object({ ok: z.boolean(), detail: z.string().optional(), since: z.string().optional() }),
  ),
});

const skipped = z.object({ skipped: z.literal(true) });

export const pollResponse = z.union([
  z.object({
    items: z.number(),
    matches: z.number(),
    notifications: z.number(),
    gaps: z.number(),
    requests: z.number(),
    /** Numbers that forums don't show, because they are private or deleted. Absent: none. */
    hidden: z.number().optional(),
    durationMs: z.number(),
  }),
  skipped,
]);

export const listenResponse = z.union([
  z.object({
    /** Events of all types, and posts among them. Repeated events count again. */
    events: z.number(),
    posts: z.number(),
    /** Posts that matched a request or are stored for forecasts. */
    items: z.number(),
    matches: z.number(),
    notifications: z.number(),
    gaps: z.number(),
    /** Items whose text was removed because they were deleted on their site. */
    blanked: z.number(),
    durationMs: z.number(),
  }),
  skipped,
]);

export const deliverResponse = z.union([
  z.object({ sent: z.number(), failed: z.number(), retried: z.number(), pending: z.number() }),
  skipped,
]);

export const retentionResponse = z.union([
  z.object({
    notifications: z.number(),
    logs: z.number(),
    rechecked: z.number(),
    blanked: z.number(),
    reconciled: z.number(),
  }),
  skipped,
]);

/** The webhook event was accepted, now or before. */
export const receivedResponse = z.object({ received: z.literal(true) });
