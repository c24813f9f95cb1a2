import * as z from "./zod";

/** GET /api/health and its parts: what is looked at, and what is wrong with it. */
export const healthResponse = z.object({
  status: z.enum(["ok", "degraded"]),
  /** since: of a site, since when a read of it fails, which counts as trouble once it has lasted. */
  checks: z.record(
    z.string(),
    z.object({ ok: z.boolean(), detail: z.string().optional(), since: z.string().optional() }),
  ),
});

/** Of two runs at once one works, the other answers this. */
const skipped = z.object({ skipped: z.literal(true) });

/** GET /api/cron/poll. */
export const pollResponse = z.union([
  z.object({
    items: z.number(),
    matches: z.number(),
    notifications: z.number(),
    gaps: z.number(),
    requests: z.number(),
    /** Numbers of forums that they showed nobody: private or deleted, no loss. Absent: none. */
    hidden: z.number().optional(),
    durationMs: z.number(),
  }),
  skipped,
]);

/** GET /api/cron/listen. */
export const listenResponse = z.union([
  z.object({
    /** Of every kind, and the posts among them; what was told again is counted again. */
    events: z.number(),
    posts: z.number(),
    /** Posts that were asked for, or are held for forecasts. */
    items: z.number(),
    matches: z.number(),
    notifications: z.number(),
    gaps: z.number(),
    /** Items whose text was taken out because it was deleted on its site. */
    blanked: z.number(),
    durationMs: z.number(),
  }),
  skipped,
]);

/** GET /api/cron/deliver. */
export const deliverResponse = z.union([
  z.object({ sent: z.number(), failed: z.number(), retried: z.number(), pending: z.number() }),
  skipped,
]);

/** GET /api/cron/retention. */
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

/** A webhook's event was taken, or had been before. */
export const receivedResponse = z.object({ received: z.literal(true) });
