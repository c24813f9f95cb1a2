import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { highlightsRow, highlightsSql } from "./highlights-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  deliveryId: z.string(),
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  place: z.string(),
  title: z.string(),
  /** Markdown, which nobody parses here; null below: not rendered yet. */
  content: z.string(),
  text: z.string().nullable(),
  linkedText: z.string().nullable(),
  isToRender: z.boolean(),
  storedAt: z.date(),
  url: z.string(),
  author: z.string().nullable(),
  over18: z.boolean(),
  heardAt: z.date(),
  heard: z.array(z.object({ keyword: z.string(), highlights: highlightsRow })),
});
export type MailItemRow = z.infer<typeof row>;

/**
 * The newest `most` items of each delivery, each once with all that heard it; what was deleted by its user or
 * blanked is left out.
 */
export function listMailItems(
  db: Queryable,
  deliveryIds: readonly string[],
  most: number,
): Promise<MailItemRow[]> {
  return rows(
    db,
    row,
    sql`SELECT d."id" AS "deliveryId", i."fullname", i."kind", i."place", i."title", i."content", i."text", i."linkedText",
       i."renderAt" IS NOT NULL AS "isToRender", i."storedAt", i."url", i."author", i."over18", m."heardAt", m."heard"
     FROM unnest(${deliveryIds}::uuid[]) AS d("id")
     CROSS JOIN LATERAL (
       SELECT n."fullname", max(n."createdAt") AS "heardAt",
         json_agg(json_build_object('keyword', n."keyword", 'highlights', ${highlightsSql})
           ORDER BY n."keyword", n."id") AS "heard"
       FROM "DeliveryEntry" e
       JOIN "Notification" n ON n."id" = e."notificationId"
       JOIN "Item" s ON s."fullname" = n."fullname" AND s."blankedAt" IS NULL
       WHERE e."deliveryId" = d."id" AND n."deletedAt" IS NULL
       GROUP BY n."fullname"
       ORDER BY "heardAt" DESC, n."fullname" DESC LIMIT ${most}
     ) m
     JOIN "Item" i ON i."fullname" = m."fullname"
     ORDER BY d."id", m."heardAt" DESC, i."fullname" DESC`,
  );
}
