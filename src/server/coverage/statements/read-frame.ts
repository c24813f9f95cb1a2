import { z } from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { lateMailsOf } from "./late-mails";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { nameOfPlace, siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  unread: z.number(),
  places: z.number(),
  unreadable: z.number(),
  readAt: z.coerce.date().nullable(),
  gaps: z.array(z.string()),
  lateMails: z.number(),
});

/** What stands around every screen, in one statement: unread notifications, and how the user's places are read. */
export async function readFrame(
  db: Queryable,
  q: { user: Reader; gapsSince: Date; gapLimit: number; mailsReadyBefore: Date },
) {
  const unread = joined([listedSql, ...statusParts(["unread"], q.user.pendingMarks)], " AND ");
  const [frame] = await rows(
    db,
    row,
    sql`WITH named AS (
       SELECT DISTINCT lower(p) AS place FROM "Watch" w, unnest(w."places") AS p
       WHERE w."userId" = ${q.user.id} AND w."isActive"
     ), mine AS (
       SELECT ${siteOfPlace(sql`place`)} AS site, ${nameOfPlace(sql`place`)} AS name FROM named
     )
     SELECT
       (SELECT count(*)::int FROM "Notification" n
         WHERE n."userId" = ${q.user.id} AND ${unread}) AS "unread",
       (SELECT count(*)::int FROM mine) AS "places",
       (SELECT count(*)::int FROM "Place" s JOIN mine ON mine.site = s."site" AND mine.name = s."name" WHERE s."health" <> 'ok') AS "unreadable",
       (SELECT max(r."readAt") FROM "PlaceRead" r JOIN mine ON mine.site = r."site" AND mine.name = r."place") AS "readAt",
       (SELECT coalesce(jsonb_agg(g."foundAt"), '[]') FROM (
         SELECT g."foundAt" FROM "Gap" g JOIN mine ON mine.site = g."site" AND mine.name = g."place"
         WHERE g."foundAt" >= ${q.gapsSince} ORDER BY g."foundAt" DESC LIMIT ${q.gapLimit}) g) AS "gaps",
       (${lateMailsOf(q.user.id, q.mailsReadyBefore)}) AS "lateMails"`,
  );
  return frame!;
}
