import * as z from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/accounts";
import { isDeletedSql } from "@/server/mentions/statements/pending-update-sql";
import { isOwnSql } from "@/server/delivery/statements/channel-sql";
import { rows } from "@/server/platform/rows";
import { ruleRow } from "@/server/recording/statements/watches";

const diagnose = ruleRow.extend({
  notificationId: z.string().nullable(),
  notifiedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  mailDueAt: z.date().nullable(),
  deliveryStatus: z.enum(["pending", "frozen", "sent", "failed", "skipped", "unknown"]).nullable(),
  deliveryKey: z.string().nullable(),
  deliveryReason: z.string().nullable(),
  sentAt: z.date().nullable(),
  /** Times when it exceeded its daily limit. */
  overflows: z.array(
    z.object({ reason: z.enum(["count", "text"]), fromAt: z.coerce.date(), toAt: z.coerce.date() }),
  ),
});
export type MatchDiagnosis = z.infer<typeof diagnose>;

/** Returns each of the user's watches with its notification for this item and the email that contained it. */
export function listWatchDiagnoses(db: Queryable, user: Reader, fullname: string): Promise<MatchDiagnosis[]> {
  return rows(
    db,
    diagnose,
    sql`SELECT w."id" AS "watchId", w."revision", w."isActive", w."activeSince", w."keyword", w."expression", w."authors", w."places",
       w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
       n."id" AS "notificationId", n."createdAt" AS "notifiedAt",
       coalesce(n."deletedAt", CASE WHEN ${isDeletedSql(user.pendingBulkUpdates)} THEN now() END) AS "deletedAt", o."dueAt" AS "mailDueAt",
       d."status"::text AS "deliveryStatus", d."dedupeKey" AS "deliveryKey", d."reason" AS "deliveryReason", d."sentAt",
       (SELECT coalesce(jsonb_agg(jsonb_build_object('reason', f."reason", 'fromAt', f."fromAt", 'toAt', f."toAt")), '[]') FROM "DayOverflow" f WHERE f."watchId" = w."id") AS "overflows"
     FROM "Watch" w
       LEFT JOIN "Notification" n ON n."watchId" = w."id" AND n."fullname" = ${fullname}
       LEFT JOIN "OutboxEntry" o ON o."notificationId" = n."id" AND ${isOwnSql(sql`o."channel"`)}
       LEFT JOIN LATERAL (
         SELECT d.* FROM "DeliveryEntry" e JOIN "Delivery" d ON d."id" = e."deliveryId" AND ${isOwnSql(sql`d."channel"`)}
         WHERE e."notificationId" = n."id"
       ) d ON true
     WHERE w."userId" = ${user.id}
     ORDER BY w."createdAt" DESC, w."id" DESC`,
  );
}
