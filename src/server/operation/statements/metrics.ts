import * as z from "zod";
import { isBillingOn } from "@/env";
import type { RequestWindow } from "@/domain/reading/request-budget";
import { sql, type Queryable } from "@/server/platform/database";
import { saidChannelSql } from "@/server/delivery/statements/channel-sql";
import { isOpenSql } from "@/server/delivery/statements/closed-accounts";
import { workerPrefix } from "@/server/platform/leases";
import { rows } from "@/server/platform/rows";
import { isBriefGapSql } from "./health";

const sample = z.object({ name: z.string(), labels: z.record(z.string(), z.string()), value: z.number() });

/**
 * All counts but users and watches use an index. Ignores places of `addressed` sites (user-entered URLs), and
 * doesn't count brief gaps of `forgetful` sites as found.
 */
export function readMetrics(
  db: Queryable,
  addressed: readonly string[],
  forgetful: readonly string[],
): Promise<z.infer<typeof sample>[]> {
  return rows(
    db,
    sample,
    sql`WITH moment AS (SELECT clock_timestamp() AS now, clock_timestamp() - interval '1 day' AS since),
     run AS (
       SELECT r.*, extract(epoch FROM m.now - r."finishedAt") AS age,
         extract(epoch FROM r."finishedAt" - r."startedAt") AS seconds,
         CASE WHEN r."finishedAt" IS NULL THEN 'running' WHEN r."tally" IS NULL THEN 'failed' ELSE 'ok' END AS outcome
       FROM "Run" r, moment m WHERE r."startedAt" > m.since),
     read AS (
       SELECT r.* FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
       WHERE s."watchedSince" IS NOT NULL AND s."health" = 'ok' AND s."site" <> ALL(${addressed})),
     sample (name, labels, value) AS (
       SELECT 'runs', jsonb_build_object('route', "route", 'outcome', outcome), count(*)
         FROM run GROUP BY "route", outcome
       UNION ALL SELECT 'run_age_seconds', jsonb_build_object('route', "route"), min(age)
         FROM run WHERE outcome = 'ok' GROUP BY "route"
       UNION ALL SELECT 'run_duration_seconds', jsonb_build_object('route', "route"),
         (array_agg(seconds ORDER BY "startedAt" DESC))[1] FROM run WHERE outcome = 'ok' GROUP BY "route"
       UNION ALL SELECT 'tally', jsonb_build_object('route', "route", 'of', t.key), sum(t.value::float8)
         FROM run, jsonb_each_text("tally") t
         WHERE outcome = 'ok' AND jsonb_typeof("tally" -> t.key) = 'number' AND t.key NOT IN ('durationMs', 'pending')
         GROUP BY "route", t.key
       UNION ALL SELECT 'deliveries', jsonb_build_object('channel', c, 'status', "status"), count(*)
         FROM "Delivery" d, moment m, LATERAL (SELECT ${saidChannelSql}) said(c)
         WHERE "createdAt" > m.since AND ${isOpenSql("d")} GROUP BY c, "status"
       UNION ALL SELECT 'deliveries_waiting', '{}', count(*) FROM "Delivery" d WHERE "status" = 'pending' AND ${isOpenSql("d")}
       UNION ALL SELECT 'outbox_overdue', jsonb_build_object('channel', c), (
         SELECT count(*) FROM "OutboxEntry" d WHERE d."channel" = c AND d."dueAt" <= m.now AND ${isOpenSql("d")})
         FROM moment m, unnest(enum_range(NULL::"Channel")) c
       UNION ALL SELECT 'read_delay_seconds', jsonb_build_object('site', r."site", 'kind', r."kind", 'quantile', q::text),
         percentile_cont(q) WITHIN GROUP (ORDER BY r."delayMs" / 1000.0)
         FROM read r, unnest(ARRAY[0.5, 0.95, 1]::float8[]) q WHERE r."delayMs" IS NOT NULL GROUP BY r."site", r."kind", q
       UNION ALL SELECT 'read_share_of_all', jsonb_build_object('site', "site", 'kind', "kind"), "share"
         FROM read WHERE "place" = 'all' AND "share" IS NOT NULL
       UNION ALL SELECT 'reads_failing', jsonb_build_object('site', "site"),
         count(*) FILTER (WHERE "failedSince" < m.now - interval '3 minutes') FROM read, moment m GROUP BY "site"
       UNION ALL SELECT 'subreddits_watched', jsonb_build_object('health', "health"), count(*)
         FROM "Place" WHERE "watchedSince" IS NOT NULL GROUP BY "health"
       UNION ALL SELECT 'gaps_open', '{}', count(*) FROM "Gap" WHERE "filledAt" IS NULL AND "site" <> ALL(${addressed})
       UNION ALL SELECT 'gaps_found', '{}', count(*) FROM "Gap", moment m WHERE "foundAt" > m.since AND "site" <> ALL(${addressed})
         AND NOT ${isBriefGapSql(forgetful)}
       UNION ALL SELECT 'watches', jsonb_build_object('active', "isActive"::text), count(*)
         FROM "Watch" GROUP BY "isActive"
       UNION ALL SELECT 'users', '{}', count(*) FROM "User")
     SELECT name, labels, value::float8 AS value FROM sample ORDER BY name, labels::text`,
  );
}

/** Metric name of the raw delay counts, used to compute quantiles. */
export const delayCounts = "delay_counts";

const maxSampled = 1_000;

export function readFlowMetrics(
  db: Queryable,
  sites: readonly { site: string; readsWhole: boolean; clientId: string; window: RequestWindow }[],
  addressed: readonly string[],
): Promise<z.infer<typeof sample>[]> {
  return rows(
    db,
    sample,
    sql`WITH moment AS (SELECT clock_timestamp() AS now, clock_timestamp() - interval '1 hour' AS hour,
       clock_timestamp() - interval '1 day' AS day),
     newest AS (
       SELECT n."id", n."createdAt", n."fullname" FROM "Notification" n, moment m
       WHERE n."createdAt" > m.hour AND NOT n."isSilent" AND n."site" <> ALL(${addressed}) AND ${isOpenSql("n")} ORDER BY n."createdAt" DESC LIMIT ${maxSampled}),
     lag AS (
       SELECT 'notification' AS until, extract(epoch FROM n."createdAt" - i."createdAt") AS seconds
         FROM newest n JOIN "Item" i ON i."fullname" = n."fullname"
       UNION ALL SELECT 'mail', extract(epoch FROM d."sentAt" - i."createdAt")
         FROM newest n JOIN "Item" i ON i."fullname" = n."fullname"
         JOIN "DeliveryEntry" e ON e."notificationId" = n."id" AND e."frequency" = 'realtime'
         JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."sentAt" IS NOT NULL),
     lane AS (
       SELECT r."site", r."kind", extract(epoch FROM m.now - coalesce(r."readAt", s."watchedSince")) AS age
       FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place", moment m
       WHERE s."watchedSince" IS NOT NULL AND s."health" = 'ok'
         AND (r."place" <> 'all' OR r."site" = ANY(${sites.filter((one) => one.readsWhole).map((one) => one.site)}))
         AND r."site" = ANY(${sites.map((one) => one.site)}) AND r."site" <> ALL(${addressed})),
     reported AS (
       SELECT s.* FROM "StreamMinute" s, moment m
       WHERE s."minute" >= date_trunc('minute', m.now) - interval '5 minutes' AND s."minute" < date_trunc('minute', m.now)),
     spent AS (
       SELECT o.site, o.requests, b.*, b."windowStart" > m.now - o.ms * interval '1 millisecond' AS "isCurrent"
       FROM moment m, unnest(${sites.map((one) => one.site)}::text[], ${sites.map((one) => one.clientId)}::text[], ${sites.map((one) => one.window.requests)}::int[], ${sites.map((one) => one.window.ms)}::int[])
         AS o(site, client, requests, ms) LEFT JOIN "Budget" b ON b."clientId" = o.client),
     sample (name, labels, value) AS (
       SELECT 'lag_seconds', jsonb_build_object('until', until, 'quantile', q::text),
         percentile_cont(q) WITHIN GROUP (ORDER BY seconds)
         FROM lag, unnest(ARRAY[0.5, 0.95, 1]::float8[]) q GROUP BY until, q
       UNION ALL SELECT ${delayCounts}, jsonb_build_object('site', "site", 'to', "to", 'bucket', "bucket"::text), sum("count")
         FROM "Delay", moment m WHERE "at" > m.now - interval '1 hour' GROUP BY "site", "to", "bucket"
       UNION ALL SELECT 'lane_age_seconds', jsonb_build_object('site', "site", 'kind', "kind", 'quantile', q::text),
         percentile_cont(q) WITHIN GROUP (ORDER BY age)
         FROM lane, unnest(ARRAY[0.5, 1]::float8[]) q GROUP BY "site", "kind", q
       UNION ALL SELECT 'stream_events_per_second', jsonb_build_object('site', "site"), sum("events") / 300.0
         FROM reported GROUP BY "site"
       UNION ALL SELECT 'stream_posts_per_second', jsonb_build_object('site', "site"), sum("posts") / 300.0
         FROM reported GROUP BY "site"
       UNION ALL SELECT 'stream_lag_seconds', jsonb_build_object('site', "site"), greatest(0, extract(epoch FROM m.now - "at"))
         FROM "Stream", moment m WHERE "site" = ANY(${sites.map((one) => one.site)})
       UNION ALL SELECT 'budget_left', jsonb_build_object('site', site), requests - CASE WHEN "isCurrent" THEN "used" ELSE 0 END
         FROM spent
       UNION ALL SELECT 'budget_paused_seconds', jsonb_build_object('site', site),
         coalesce(greatest(0, extract(epoch FROM "pausedUntil" - m.now)), 0) FROM spent, moment m
       UNION ALL SELECT 'lease_held', jsonb_build_object('name', "name"), ("expiresAt" > m.now)::int
         FROM "Lease", moment m WHERE "name" NOT LIKE ${`${workerPrefix}%`}
       UNION ALL SELECT 'workers', '{}', count(*) FROM "Lease", moment m
         WHERE "name" LIKE ${`${workerPrefix}%`} AND "expiresAt" > m.now
       UNION ALL SELECT 'runs_stuck', '{}', count(*) FROM "Run", moment m
         WHERE "finishedAt" IS NULL AND "startedAt" BETWEEN m.day AND m.now - interval '10 minutes'
       UNION ALL SELECT 'deliveries_stuck', '{}', count(*) FROM "Delivery" d, moment m
         WHERE d."status" = 'pending' AND ${isOpenSql("d")} AND d."nextAttemptAt" < m.now - interval '15 minutes'
       UNION ALL SELECT 'unit_failures', jsonb_build_object('route', "route"), sum(jsonb_array_length("faults"))
         FROM "Run", moment m WHERE "startedAt" > m.day AND jsonb_typeof("faults") = 'array' GROUP BY "route"
       UNION ALL SELECT 'webhook_events', jsonb_build_object('provider', "provider"), count(*)
         FROM "WebhookEvent", moment m WHERE "receivedAt" > m.day GROUP BY "provider"
       UNION ALL SELECT 'subscriptions', jsonb_build_object('status', "status"), count(*)
         FROM "Subscription" GROUP BY "status"
       UNION ALL SELECT 'subscriptions_unread', '{}', count(*) FROM "Subscription", moment m
         WHERE ${isBillingOn()} AND "customerId" IS NOT NULL AND "syncedAt" < m.now - interval '26 hours')
     SELECT name, labels, value::float8 AS value FROM sample WHERE value IS NOT NULL ORDER BY name, labels::text`,
  );
}
