import * as z from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { notificationColumns, notificationRow } from "./notification-row";
import { pageSql } from "./notifications";

/** Sets the hash of the user's feed secret. Null removes the feed. */
export async function setFeedSecret(id: string, feedSecretHash: string | null): Promise<void> {
  await prisma().user.updateMany({ where: { id }, data: { feedSecretHash } });
}

/** A notification with its item's safe HTML, null if not rendered yet or too long for a feed. */
const feedRow = notificationRow.extend({ html: z.string().nullable(), text: z.string().nullable() });
export type FeedRow = z.infer<typeof feedRow>;

/** Any status. Truncates texts but not HTML. */
export function listFeedRows(
  db: Queryable,
  user: Reader,
  { limit, textLength, htmlLength }: { limit: number; textLength: number; htmlLength: number },
): Promise<FeedRow[]> {
  const any = {
    status: null,
    groupFolded: null,
    keywordFolded: null,
    place: null,
    isStarred: false,
    until: null,
    found: null,
  };
  const filter = { ...any, userId: user.id, marks: user.pendingBulkUpdates };
  const page = { isNewestFirst: true, limit, offset: 0, after: null };
  return rows(
    db,
    feedRow,
    pageSql(
      filter,
      page,
      (status) => sql`${notificationColumns(textLength, status)}, left(i."text", ${textLength}) AS "text",
        CASE WHEN length(i."html") <= ${htmlLength} THEN i."html" END AS "html"`,
    ),
  );
}
