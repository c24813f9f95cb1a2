import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({
  watchId: z.string(),
  revision: z.number(),
  isActive: z.boolean(),
  activeSince: z.date(),
  keyword: z.string(),
  subreddits: z.array(z.string()),
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
  notificationId: z.string().nullable(),
  notifiedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  mailSlot: z.date().nullable(),
  deliveryStatus: z.enum(["pending", "frozen", "sent", "failed", "skipped", "unknown"]).nullable(),
  deliverySlot: z.string().nullable(),
  deliveryReason: z.string().nullable(),
  sentAt: z.date().nullable(),
});
export type WatchFate = z.infer<typeof row>;

/** Each watch of a user, and what became of this item for it: its notification and the mail that carried it. */
export function listWatchFates(db: Queryable, userId: string, fullname: string): Promise<WatchFate[]> {
  return rows(
    db,
    row,
    `SELECT w."id" AS "watchId", w."revision", w."isActive", w."activeSince", w."keyword", w."subreddits",
       w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
       n."id" AS "notificationId", n."createdAt" AS "notifiedAt", n."deletedAt", o."slot" AS "mailSlot",
       d."status"::text AS "deliveryStatus", d."slot" AS "deliverySlot", d."reason" AS "deliveryReason", d."sentAt"
     FROM "Watch" w
       LEFT JOIN "Notification" n ON n."watchId" = w."id" AND n."fullname" = $2
       LEFT JOIN "Debt" o ON o."notificationId" = n."id" AND o."channel" = 'email'
       LEFT JOIN LATERAL (
         SELECT d.* FROM "DeliveryEntry" e JOIN "Delivery" d ON d."id" = e."deliveryId" AND d."channel" = 'email'
         WHERE e."notificationId" = n."id"
       ) d ON true
     WHERE w."userId" = $1
     ORDER BY w."createdAt" DESC, w."id" DESC`,
    [userId, fullname],
  );
}
