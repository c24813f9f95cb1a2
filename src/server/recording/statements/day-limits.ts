import * as z from "zod";
import { bytesOfMatch } from "@/domain/reading/stored-text";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { dailyMatchesSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";
import { sizeSql } from "./notifications";

const overflowRow = z.object({
  watchId: z.string(),
  userId: z.string(),
  day: z.string(),
  dropped: z.number(),
  isFirst: z.boolean(),
});

export interface Filling {
  watchId: string;
  missed: number;
}

/**
 * Latest first, counted as missed. The "WatchTotal" rows are locked, so parallel lanes can't exceed the
 * limit. `sizes`: bytes per item. `isFirst`: a day's first overflow.
 */
export function limitDays(
  db: Queryable,
  filling: readonly Filling[],
  made: readonly string[],
  { sizes, now }: { sizes: ReadonlyMap<string, number>; now: Date },
) {
  return rows(
    db,
    overflowRow,
    sql`WITH beyond AS MATERIALIZED (
       SELECT w."id" AS "watchId", w."userId", t."day", l.most, x.missed, greatest(t."dayCount" - l.most, 0) AS above
       FROM ${tableSql("x", filling, { watchId: "uuid", missed: "int" })}
       JOIN "Watch" w ON w."id" = x."watchId"
       JOIN "WatchTotal" t ON t."watchId" = w."id"
       CROSS JOIN LATERAL (SELECT ${dailyMatchesSql(sql`w."userId"`)} AS most) l
     ), ranked AS (
       SELECT n."id", n."watchId", row_number() OVER (PARTITION BY n."watchId" ORDER BY n."id" DESC) AS rank
       FROM "Notification" n
       WHERE n."id" = ANY(${made}::uuid[]) AND n."watchId" IN (SELECT "watchId" FROM beyond WHERE above > 0)
     ), gone AS (
       DELETE FROM "Notification" n USING ranked r JOIN beyond b ON b."watchId" = r."watchId"
       WHERE n."id" = r."id" AND r.rank <= b.above
       RETURNING n."id", n."watchId", n."userId", n."fullname"
     ), freed AS (
       UPDATE "StoredText" s SET "bytes" = greatest(0, s."bytes" - f.bytes) FROM (
         SELECT x."userId", sum(x.n * ${bytesOfMatch}::int + CASE WHEN EXISTS (
             SELECT FROM "Notification" o WHERE o."fullname" = x."fullname" AND o."userId" = x."userId" AND o."id" NOT IN (SELECT "id" FROM gone)
           ) THEN 0 ELSE ${sizeSql(sizes, sql`x."fullname"`)} END) AS bytes
         FROM (SELECT "userId", "fullname", count(*) AS n FROM gone GROUP BY 1, 2) x GROUP BY x."userId") f
       WHERE s."userId" = f."userId"
     ), forgiven AS (
       DELETE FROM "OutboxEntry" d USING gone WHERE d."notificationId" = gone."id"
     ), dropped AS (
       SELECT "watchId", count(*)::int AS n FROM gone GROUP BY 1
     ), corrected AS (
       UPDATE "WatchTotal" t SET "matchCount" = t."matchCount" - d.n, "dayCount" = t."dayCount" - d.n
       FROM dropped d WHERE t."watchId" = d."watchId"
     ), recorded AS (
       INSERT INTO "DayOverflow" AS o ("watchId", "day", "recorded", "missed", "fromAt", "toAt")
       SELECT b."watchId", b."day", b.most, b.missed + coalesce(d.n, 0), ${now}, ${now}
       FROM beyond b LEFT JOIN dropped d ON d."watchId" = b."watchId" WHERE b.missed + coalesce(d.n, 0) > 0
       ORDER BY b."watchId"
       ON CONFLICT ("watchId", "day", "reason") DO UPDATE SET "missed" = o."missed" + excluded."missed", "recorded" = excluded."recorded",
         "toAt" = greatest(o."toAt", excluded."toAt")
       RETURNING "watchId", "day", (xmax = 0) AS "isFirst"
     )
     SELECT b."watchId", b."userId", recorded."day"::text, coalesce(d.n, 0) AS dropped, recorded."isFirst"
     FROM recorded JOIN beyond b ON b."watchId" = recorded."watchId" LEFT JOIN dropped d ON d."watchId" = b."watchId"`,
  );
}
