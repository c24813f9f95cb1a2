import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { newestOfEach } from "@/server/clips/statements/listed-sql";
import { notificationColumns, notificationCondition, notificationRow } from "./notification-row";
import { rows } from "@/server/platform/rows";

/** With the safe HTML of its item, null where there is none yet or more than a feed should carry. */
const row = notificationRow.extend({ html: z.string().nullable(), text: z.string().nullable() });
export type FeedRow = z.infer<typeof row>;

/** The user's newest notifications of any status as a feed shows them; texts cut to so many characters, HTML whole. */
export function listFeedRows(
  db: Queryable,
  user: Reader,
  { limit, textLength, htmlLength }: { limit: number; textLength: number; htmlLength: number },
): Promise<FeedRow[]> {
  const any = { status: null, groupFolded: null, keywordFolded: null, place: null, q: null };
  const { condition, from, status } = notificationCondition({
    ...any,
    userId: user.id,
    marks: user.pendingMarks,
  });
  const most = sql`${limit}::int`;
  const order = sql`ORDER BY n."createdAt" DESC, n."id" DESC`;
  const newest = newestOfEach({ columns: sql`n.*`, from, condition, direction: "DESC", most });
  return rows(
    db,
    row,
    sql`SELECT ${notificationColumns(textLength, status)}, left(i."text", ${textLength}) AS "text",
       CASE WHEN length(i."html") <= ${htmlLength} THEN i."html" END AS "html"
     FROM (${newest} ${order} LIMIT ${most}) n JOIN "Item" i ON i."fullname" = n."fullname" ${order}`,
  );
}
