import * as z from "zod";
import { givenChannels } from "@/channels/registry";
import { settingsFault } from "@/domain/delivery/channel";
import { skippedUnit } from "@/server/reading/budget";
import { sql, type Queryable, word } from "@/server/platform/database";
import { isOpenSql } from "@/server/delivery/statements/closed-accounts";
import { countEncryptedUnderSql } from "@/server/delivery/statements/destinations";
import { rows } from "@/server/platform/rows";
import { countOutdatedSql } from "./place-addresses";
import { olderKeyNames } from "@/server/platform/encryption";

/** Sites with numbered items never show some of them, so smaller gaps are normal. */
const manyItems = 20;

/** Our own failures, on any channel. Other failures of user-supplied destinations only concern their user. */
const ownFaults = ["undecryptable", "render"];

/** A literal, because PostgreSQL wouldn't match a parameter to the partial indexes. */
const settingsFaults = word(`'${settingsFault}%'`);

/** Gaps of a restart or a new connection, on the streams that can't catch up (`forgetful`). */
export const isBriefGapSql = (forgetful: readonly string[]) =>
  sql`("site" = ANY(${forgetful}::text[]) AND "place" = 'all' AND "toAt" - "fromAt" < interval '10 minutes')`;

const healthRow = z.object({
  pollAgeMs: z.number().nullable(),
  /** Of the last poll that could also send. */
  sendingPollAgeMs: z.number().nullable(),
  deliverAgeMs: z.number().nullable(),
  /** Null: no run in a day, which is normal for newer installations. */
  retentionAgeMs: z.number().nullable(),
  runningMs: z.number().nullable(),
  /** Per site: failing reads, and why the last poll sent no requests (null: it did). */
  sites: z.array(
    z.object({
      site: z.string(),
      failingReads: z.number(),
      /** Start of the longest current failure, however short. */
      failingSince: z.coerce.date().nullable(),
      unasked: z.string().nullable(),
      /** Streams only: lag of the processed position, and whether a resident reader is connected. */
      behindMs: z.number().nullable(),
      isResident: z.boolean().nullable(),
    }),
  ),
  gapsToday: z.number(),
  stuck: z.number(),
  /** A message can't be sent until the operator fixes the settings. */
  isMisconfigured: z.boolean(),
  disputes: z.number(),
  /** Age of the oldest recheck. */
  uncheckedMs: z.number().nullable(),
  undoneEvents: z.number(),
  /** Destinations and secret URLs encrypted with an older key. */
  encryptedBefore: z.number(),
});

export type SiteHealth = Omit<z.infer<typeof healthRow>["sites"][number], "site">;

/** Time since the last complete run of a day (ms). */
const lastRunAgeMs = (route: string, condition = sql`true`) =>
  sql`(SELECT extract(epoch FROM now.at - max("finishedAt"))::float8 * 1000 FROM "Run"
    WHERE "route" = ${route} AND "tally" IS NOT NULL AND "finishedAt" <= now.at + interval '1 minute'
      AND "startedAt" > now.at - interval '1 day' AND ${condition})`;

/**
 * Emails are given up after a day, so failures are reported for two. Ignores places of `addressed` sites, and
 * brief gaps of `forgetful` ones.
 */
export async function readHealth(
  db: Queryable,
  sites: readonly string[],
  addressed: readonly string[],
  forgetful: readonly string[],
) {
  const [health] = await rows(
    db,
    healthRow,
    sql`WITH now AS (SELECT clock_timestamp() AS at)
     SELECT
       ${lastRunAgeMs("poll")} AS "pollAgeMs",
       ${lastRunAgeMs("poll", sql`NOT coalesce("faults" @> '[{"unit": "messages"}]', false)`)} AS "sendingPollAgeMs",
       ${lastRunAgeMs("deliver")} AS "deliverAgeMs",
       ${lastRunAgeMs("retention")} AS "retentionAgeMs",
       coalesce(
         (SELECT extract(epoch FROM now.at - min("startedAt"))::float8 * 1000 FROM "Run"
           WHERE "route" = 'poll' AND "startedAt" > now.at - interval '1 day'),
         -- Before the first poll has begun: as old as its first account.
         (SELECT extract(epoch FROM now.at - min("createdAt"))::float8 * 1000 FROM "User")
       ) AS "runningMs",
       (SELECT jsonb_agg(jsonb_build_object('site', o.site,
           'failingReads', (SELECT count(*)::int FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
             WHERE s."site" = o.site AND s."site" <> ALL(${addressed}) AND s."watchedSince" IS NOT NULL AND s."health" = 'ok'
               AND r."failedSince" < now.at - interval '3 minutes'),
           'failingSince', (SELECT min(r."failedSince") FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
             WHERE s."site" = o.site AND s."site" <> ALL(${addressed}) AND s."watchedSince" IS NOT NULL AND s."health" = 'ok'),
           'behindMs', (SELECT extract(epoch FROM now.at - t."at")::float8 * 1000 FROM "Stream" t WHERE t."site" = o.site),
           'isResident', (SELECT t."isResident" FROM "Stream" t WHERE t."site" = o.site),
           'unasked', (SELECT fault->>'error' FROM (
               SELECT "faults" FROM "Run" WHERE "route" = 'poll' AND "tally" IS NOT NULL AND ("sites" = '{}' OR o.site = ANY("sites"))
                 AND "startedAt" BETWEEN now.at - interval '1 day' AND now.at + interval '1 minute'
               ORDER BY "startedAt" DESC LIMIT 1) last, jsonb_array_elements(last."faults") AS fault
             WHERE fault->>'unit' = ${skippedUnit} AND fault->>'site' = o.site LIMIT 1)))
         FROM unnest(${sites}::text[]) AS o(site)) AS "sites",
       (SELECT count(*)::int FROM "Gap" WHERE "filledAt" IS NULL AND "foundAt" > now.at - interval '1 day'
         AND "site" <> ALL(${addressed}) AND ("items" IS NULL OR "items" >= ${manyItems})
         AND NOT ${isBriefGapSql(forgetful)}) AS "gapsToday",
       (SELECT count(*)::int FROM "Delivery" d
         WHERE d."status" IN ('failed', 'unknown') AND d."reason" IS DISTINCT FROM 'returned' AND ${isOpenSql("d")}
           AND (d."channel" <> ALL(${givenChannels()}::"Channel"[]) OR d."reason" = ANY(${ownFaults}))
           AND coalesce(d."firstAttemptAt", d."createdAt") > now.at - interval '2 days') AS "stuck",
       EXISTS (SELECT FROM "Delivery" WHERE "status" IN ('pending', 'frozen') AND "reason" LIKE ${settingsFaults}) AS "isMisconfigured",
       (SELECT count(*)::int FROM "Subscription" WHERE "disputedAt" IS NOT NULL) AS "disputes",
       (SELECT extract(epoch FROM now.at - i."checkedAt")::float8 * 1000 FROM "Item" i
         WHERE i."blankedAt" IS NULL AND i."checkedAt" < now.at - interval '1 day' AND i."site" <> ALL(${addressed})
           AND EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname")
         ORDER BY i."checkedAt" LIMIT 1) AS "uncheckedMs",
       (SELECT count(*)::int FROM "WebhookEvent" WHERE "doneAt" IS NULL
         AND "receivedAt" BETWEEN now.at - interval '2 days' AND now.at - interval '10 minutes') AS "undoneEvents",
       ${countEncryptedUnderSql(olderKeyNames())} + ${countOutdatedSql(olderKeyNames())} AS "encryptedBefore"
     FROM now`,
  );
  return health!;
}
