import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { isOpenSql } from "@/server/delivery/statements/closed-accounts";
import { rows } from "@/server/platform/rows";

const row = z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() });

/** So many of the newest notifications stand for all of the last hour. */
const looked = 1_000;

/**
 * How the pipeline flows, a row a sample: how long an item takes to become a notification and a mail, how long ago the
 * lanes were read, what is left of the budget, who holds a lease, what is stuck, and what was heard of Stripe and Resend.
 */
export function readFlowMetrics(
  db: Queryable,
  budget: { clientId: string; limit: number; windowMs: number },
): Promise<z.infer<typeof row>[]> {
  return rows(
    db,
    row,
    sql`WITH moment AS (SELECT clock_timestamp() AS now, clock_timestamp() - interval '1 hour' AS hour,
       clock_timestamp() - interval '1 day' AS day),
     newest AS (
       SELECT n."id", n."createdAt", n."fullname" FROM "Notification" n, moment m
       WHERE n."createdAt" > m.hour AND ${isOpenSql("n")} ORDER BY n."createdAt" DESC LIMIT ${looked}),
     lag AS (
       SELECT 'notification' AS until, extract(epoch FROM n."createdAt" - i."createdAt") AS seconds
         FROM newest n JOIN "Item" i ON i."fullname" = n."fullname"
       UNION ALL SELECT 'mail', extract(epoch FROM d."sentAt" - i."createdAt")
         FROM newest n JOIN "Item" i ON i."fullname" = n."fullname"
         JOIN "DeliveryEntry" e ON e."notificationId" = n."id" AND e."rhythm" = 'realtime'
         JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."sentAt" IS NOT NULL),
     lane AS (
       SELECT r."kind", extract(epoch FROM m.now - coalesce(r."readAt", s."watchedSince")) AS age
       FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place", moment m
       WHERE s."watchedSince" IS NOT NULL AND s."health" = 'ok' AND r."place" <> 'all'),
     spent AS (
       SELECT b.*, b."windowStart" > m.now - ${budget.windowMs}::int * interval '1 millisecond' AS "isCurrent"
       FROM "Budget" b, moment m WHERE b."clientId" = ${budget.clientId}),
     sample (name, labels, value) AS (
       SELECT 'lag_seconds', jsonb_build_object('until', until, 'quantile', q::text),
         percentile_cont(q) WITHIN GROUP (ORDER BY seconds)
         FROM lag, unnest(ARRAY[0.5, 0.95, 1]::float8[]) q GROUP BY until, q
       UNION ALL SELECT 'lane_age_seconds', jsonb_build_object('kind', "kind", 'quantile', q::text),
         percentile_cont(q) WITHIN GROUP (ORDER BY age)
         FROM lane, unnest(ARRAY[0.5, 1]::float8[]) q GROUP BY "kind", q
       UNION ALL SELECT 'budget_left', '{}', ${budget.limit}::int - coalesce((SELECT "used" FROM spent WHERE "isCurrent"), 0)
       UNION ALL SELECT 'budget_paused_seconds', '{}',
         coalesce((SELECT greatest(0, extract(epoch FROM "pausedUntil" - m.now)) FROM spent), 0) FROM moment m
       UNION ALL SELECT 'lease_held', jsonb_build_object('name', "name"), ("expiresAt" > m.now)::int
         FROM "Lease", moment m
       UNION ALL SELECT 'runs_stuck', '{}', count(*) FROM "Run", moment m
         WHERE "finishedAt" IS NULL AND "startedAt" BETWEEN m.day AND m.now - interval '10 minutes'
       UNION ALL SELECT 'deliveries_stuck', '{}', count(*) FROM "Delivery" d LEFT JOIN "Batch" b ON b."id" = d."batchId", moment m
         WHERE d."status" = 'pending' AND ${isOpenSql("d")} AND coalesce(b."nextAttemptAt", d."nextAttemptAt") < m.now - interval '15 minutes'
       UNION ALL SELECT 'unit_failures', jsonb_build_object('route', "route"), sum(jsonb_array_length("faults"))
         FROM "Run", moment m WHERE "startedAt" > m.day AND jsonb_typeof("faults") = 'array' GROUP BY "route"
       UNION ALL SELECT 'webhook_events', jsonb_build_object('provider', "provider"), count(*)
         FROM "WebhookEvent", moment m WHERE "receivedAt" > m.day GROUP BY "provider"
       UNION ALL SELECT 'subscriptions', jsonb_build_object('status', "status"), count(*)
         FROM "Subscription" GROUP BY "status"
       UNION ALL SELECT 'subscriptions_unread', '{}', count(*) FROM "Subscription", moment m
         WHERE "customerId" IS NOT NULL AND "syncedAt" < m.now - interval '26 hours')
     SELECT name, labels, value::float8 AS value FROM sample WHERE value IS NOT NULL ORDER BY name, labels::text`,
  );
}
