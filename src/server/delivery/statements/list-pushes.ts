import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { hasPushPlanSql } from "./pushable-sql";
import { rows } from "@/server/platform/rows";

/** A push as it is frozen: what is shown, and who is done with. */
export const frozenPush = z.object({
  payload: z.string(),
  /** By the ids of subscriptions. */
  accepted: z.array(z.string()),
  refused: z.array(z.string()),
  /** Some service may have taken it and has not said so. */
  isUnclear: z.boolean(),
});
export type FrozenPush = z.infer<typeof frozenPush>;

const target = z.object({
  id: z.string(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  /** It was refused the last time. */
  isFailing: z.boolean(),
});
export type PushTarget = z.infer<typeof target>;

const row = z.object({
  id: z.string(),
  createdAt: z.date(),
  /** Null: none yet, or one that can't be read, to be made anew. */
  message: frozenPush.nullable().catch(null),
  hasPlan: z.boolean(),
  targets: z.array(target),
});
export type Push = z.infer<typeof row>;

/** What sending these deliveries takes: their frozen message, if there is one, and the browsers of their users. */
export function listPushes(db: Queryable, deliveryIds: readonly string[]): Promise<Push[]> {
  return rows(
    db,
    row,
    sql`SELECT d."id", d."createdAt", d."message", ${hasPushPlanSql} AS "hasPlan",
       COALESCE((
         SELECT json_agg(json_build_object('id', s."id", 'endpoint', s."endpoint", 'p256dh', s."p256dh", 'auth', s."auth",
             'isFailing', s."failedAt" IS NOT NULL)
           ORDER BY s."id")
         FROM "PushSubscription" s WHERE s."userId" = d."userId"
       ), '[]') AS "targets"
     FROM "Delivery" d JOIN "User" u ON u."id" = d."userId"
     WHERE d."id" = ANY(${deliveryIds}::uuid[])`,
  );
}
