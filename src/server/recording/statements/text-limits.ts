import * as z from "zod";
import { bytesOfMatch } from "@/domain/reading/stored-text";
import { sql, type Queryable } from "@/server/platform/database";
import { dailyBytesSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";
import { sizeSql } from "./notifications";

const overflowRow = z.object({
  userId: z.string(),
  day: z.string(),
  dropped: z.number(),
});

export interface LeftOut {
  watchId: string;
  missed: number;
}

/** Newest first. The "StoredText" rows are locked: parallel recordings can't exceed it. Returns days. */
export function limitText(
  db: Queryable,
  q: {
    userIds: readonly string[];
    leftOut: readonly LeftOut[];
    made: readonly string[];
    sizes: ReadonlyMap<string, number>;
    now: Date;
  },
) {
  return rows(
    db,
    overflowRow,
    sql`WITH beyond AS MATERIALIZED (
       SELECT s."userId", s."day", l.most, s."bytes" - l.most AS above FROM "StoredText" s
       CROSS JOIN LATERAL (SELECT ${dailyBytesSql(sql`s."userId"`)} AS most) l
       WHERE s."userId" = ANY(${q.userIds}::uuid[])
     ), items AS (
       SELECT n."userId", n."fullname", max(n."id"::text) AS newest, count(*) * ${bytesOfMatch}::int + ${sizeSql(q.sizes, sql`n."fullname"`)} AS bytes
       FROM "Notification" n JOIN beyond b ON b."userId" = n."userId" AND b.above > 0
       WHERE n."id" = ANY(${q.made}::uuid[]) GROUP BY n."userId", n."fullname"
     ), summed AS (
       SELECT *, sum(bytes) OVER (PARTITION BY "userId" ORDER BY newest DESC) AS upto FROM items
     ), excess AS (
       SELECT s.* FROM summed s JOIN beyond b ON b."userId" = s."userId" WHERE s.upto - s.bytes < b.above
     ), gone AS (
       DELETE FROM "Notification" n USING excess e
       WHERE n."userId" = e."userId" AND n."fullname" = e."fullname" AND n."id" = ANY(${q.made}::uuid[])
       RETURNING n."id", n."watchId"
     ), forgiven AS (
       DELETE FROM "OutboxEntry" d USING gone WHERE d."notificationId" = gone."id"
     ), dropped AS (
       SELECT "watchId", count(*)::int AS n FROM gone GROUP BY 1
     ), corrected AS (
       UPDATE "WatchTotal" t SET "matchCount" = t."matchCount" - d.n, "dayCount" = greatest(0, t."dayCount" - d.n)
       FROM dropped d WHERE t."watchId" = d."watchId"
     ), freed AS (
       UPDATE "StoredText" s SET "bytes" = s."bytes" - e.bytes
       FROM (SELECT "userId", sum(bytes) AS bytes FROM excess GROUP BY 1) e WHERE s."userId" = e."userId"
     ), missed AS (
       SELECT m."watchId", sum(m.n)::int AS n FROM (
         SELECT "watchId", n FROM dropped
         UNION ALL SELECT * FROM unnest(${q.leftOut.map(({ watchId }) => watchId)}::uuid[], ${q.leftOut.map(({ missed }) => missed)}::int[])
       ) m("watchId", n) GROUP BY 1
     ), recorded AS (
       INSERT INTO "DayOverflow" AS o ("watchId", "day", "reason", "recorded", "missed", "fromAt", "toAt")
       SELECT m."watchId", b."day", 'text', b.most / 1000000, m.n, ${q.now}, ${q.now}
       FROM missed m JOIN "Watch" w ON w."id" = m."watchId" JOIN beyond b ON b."userId" = w."userId" WHERE m.n > 0 ORDER BY m."watchId"
       ON CONFLICT ("watchId", "day", "reason") DO UPDATE SET "missed" = o."missed" + excluded."missed", "recorded" = excluded."recorded",
         "toAt" = greatest(o."toAt", excluded."toAt")
       RETURNING "watchId", "day"
     )
     SELECT w."userId", recorded."day"::text, coalesce(sum(d.n), 0)::int AS dropped
     FROM recorded JOIN "Watch" w ON w."id" = recorded."watchId" LEFT JOIN dropped d ON d."watchId" = recorded."watchId"
     GROUP BY w."userId", recorded."day"`,
  );
}
