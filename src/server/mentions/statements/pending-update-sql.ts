import { joined, sql, type Sql } from "@/server/platform/database";
import * as z from "zod";
import type { NotificationStatus } from "@/contract/notification";

/** A pending bulk update. It takes effect immediately, even if not all rows have been updated. */
export const pendingBulkUpdate = z.object({
  id: z.string(),
  userKeywordId: z.string().nullable(),
  statuses: z.array(z.enum(["unread", "read", "archived"])),
  becomes: z.enum(["read", "archived", "deleted"]),
  upToAt: z.coerce.date(),
  upToId: z.string(),
  except: z.array(z.string()),
  createdAt: z.coerce.date(),
  undoId: z.string().nullable(),
});
export type PendingBulkUpdate = z.infer<typeof pendingBulkUpdate>;

export const pendingUpdateColumns = sql`m."id"::text, m."userKeywordId", m."statuses"::text[], m."becomes", m."upToAt", m."upToId",
  m."except", m."createdAt", m."undoId"`;

export const pendingUpdatesSql = sql`COALESCE((
    SELECT json_agg(to_json(p) ORDER BY p."order")
    FROM (SELECT m."id" AS "order", ${pendingUpdateColumns} FROM "PendingBulkUpdate" m WHERE m."userId" = u."id") p), '[]')`;

type NewStatus = NotificationStatus | "deleted";

const letters: Record<NewStatus, string> = { unread: "u", read: "r", archived: "a", deleted: "d" };

/** Condition: the update applies to "Notification" n, regardless of its status. */
export function reachedSql(mark: PendingBulkUpdate): Sql {
  const parts = [
    sql`(n."createdAt", n."id") <= (${mark.upToAt}::timestamptz, ${mark.upToId}::uuid)`,
    sql`(n."snoozedUntil" IS NULL OR n."snoozedUntil" <= ${mark.createdAt})`,
  ];
  if (mark.userKeywordId !== null) parts.push(sql`n."userKeywordId" = ${mark.userKeywordId}`);
  if (mark.except.length > 0) parts.push(sql`n."id" <> ALL(${mark.except}::uuid[])`);
  return joined(parts, " AND ");
}

/** The negation of `reachedSql`, in a form that allows an index scan to start after the update's range. */
function beyondSql(mark: PendingBulkUpdate): Sql {
  const parts = [
    sql`(n."createdAt", n."id") > (${mark.upToAt}::timestamptz, ${mark.upToId}::uuid)`,
    sql`n."snoozedUntil" > ${mark.createdAt}`,
  ];
  if (mark.userKeywordId !== null) parts.push(sql`n."userKeywordId" <> ${mark.userKeywordId}`);
  if (mark.except.length > 0) parts.push(sql`n."id" = ANY(${mark.except}::uuid[])`);
  return sql`(${joined(parts, " OR ")})`;
}

/** Returns the state of "Notification" n, as a letter, after applying all updates in order. */
function letterSql(marks: readonly PendingBulkUpdate[]): Sql {
  const stored = sql`CASE n."status" WHEN 'unread' THEN 'u' WHEN 'read' THEN 'r' WHEN 'archived' THEN 'a' END`;
  return marks.reduce<Sql>((letter, mark) => {
    const from = mark.statuses.map((status) => letters[status]).join("");
    const to = letters[mark.becomes].repeat(from.length);
    return sql`translate(${letter}, CASE WHEN ${reachedSql(mark)} THEN ${from}::text ELSE '' END, ${to}::text)`;
  }, stored);
}

/** "Notification" n isn't deleted and has a status (null: any), including pending updates. */
export function statusParts(
  statuses: readonly NotificationStatus[] | null,
  marks: readonly PendingBulkUpdate[],
): Sql[] {
  if (statuses === null && marks.length === 0) return [];
  if (marks.length === 0) return [storedSql(statuses ?? [])];
  if (statuses === null) {
    const isNoneDeleted = marks.every(({ becomes }) => becomes !== "deleted");
    return isNoneDeleted ? [] : [sql`${letterSql(marks)} <> 'd'`];
  }
  // Updates never make notifications unread, so these are stored as unread and excluded from all updates.
  if (statuses.length === 1 && statuses[0] === "unread") {
    const taking = marks.filter((mark) => mark.statuses.includes("unread"));
    return [sql`n."status" = 'unread'`, ...taking.map((mark) => beyondSql(mark))];
  }
  return [sql`${letterSql(marks)} = ANY(${statuses.map((status) => letters[status])}::text[])`];
}

/** Equality for a single status, to keep the order of the index. */
function storedSql(statuses: readonly NotificationStatus[]): Sql {
  const [status, ...more] = statuses;
  if (more.length === 0) return sql`n."status" = ${status}::"NotificationStatus"`;
  return sql`n."status" = ANY(${statuses}::text[]::"NotificationStatus"[])`;
}

/** The status of "Notification" n, including pending updates. It must not be deleted. */
export function statusSql(marks: readonly PendingBulkUpdate[]): Sql {
  if (marks.length === 0) return sql`n."status"::text`;
  const names = sql`ARRAY['unread', 'read', 'archived']`;
  return sql`(${names})[strpos('ura', ${letterSql(marks)})]`;
}

export function isDeletedSql(marks: readonly PendingBulkUpdate[]): Sql {
  return marks.length === 0 ? sql`false` : sql`${letterSql(marks)} = 'd'`;
}
