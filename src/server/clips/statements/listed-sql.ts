import { sql, word, type Sql } from "@/server/platform/database";

/** Of "Notification" n what is listed and counted: what leads a clip and is no tombstone. The indexes of lists hold these alone. */
export const listedSql = sql`n."deletedAt" IS NULL AND n."leadId" IS NULL`;

/** All watches of the clip that "Notification" n leads, its own first. */
export const watchIdsSql = sql`ARRAY[n."watchId"] || ARRAY(SELECT f."watchId" FROM "Notification" f WHERE f."leadId" = n."id")`;

/**
 * Rows of any status, in order: so many of each along the index of that status, to be sorted and cut by whoever asks. One index
 * serves what is listed of one status and of all.
 */
export function newestOfEach(q: {
  columns: Sql;
  from: Sql;
  condition: Sql;
  direction: "ASC" | "DESC";
  most: Sql;
  statuses?: Sql;
}): Sql {
  const direction = word(q.direction);
  const statuses = q.statuses ?? sql`enum_range(NULL::"NotificationStatus")`;
  return sql`SELECT n.* FROM unnest(${statuses}) AS s("status") CROSS JOIN LATERAL (
      SELECT ${q.columns} FROM ${q.from} WHERE n."status" = s."status" AND ${q.condition}
      ORDER BY n."createdAt" ${direction}, n."id" ${direction} LIMIT ${q.most}
    ) n`;
}
