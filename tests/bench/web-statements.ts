import { listContentLength } from "@/contract/notification";
import { findLiveSession } from "@/server/accounts/statements/sessions";
import { pool, type Queryable } from "@/server/platform/database";
import { countNotifications, listNotifications } from "@/server/notifications/statements/notifications";
import type { NotificationFilter } from "@/server/notifications/statements/notification-row";
import { median, timed } from "./stage";

const unreadFilter = (userId: string): NotificationFilter => ({
  userId,
  marks: [],
  status: "unread",
  groupFolded: null,
  keywordFolded: null,
  place: null,
  isStarred: false,
  until: null,
  found: null,
});

const firstPage = {
  isNewestFirst: true,
  limit: 21,
  offset: 0,
  after: null,
  contentLength: listContentLength,
};

interface Statement {
  text: string;
  values: unknown[];
}

/** The statements of a list request: the rows, their count and the session. */
export async function listStatements(userId: string, sessionId: string): Promise<Statement[]> {
  const sent: Statement[] = [];
  const noting = {
    query: ({ text, values }: Statement) => {
      sent.push({ text, values });
      return Promise.resolve({ rows: [] });
    },
  } as unknown as Queryable;
  await listNotifications(noting, unreadFilter(userId), firstPage);
  await countNotifications(noting, unreadFilter(userId));
  await findLiveSession(noting, sessionId, userId, new Date());
  return sent;
}

/**
 * Times of the first page and of one 5,000 pages in, or the last one available. Medians of alternating runs.
 */
export async function pageSpeeds(userId: string, stored: number) {
  const pages = Math.min(5_000, Math.floor(stored / 20) - 2);
  const { rows } = await pool().query<{ createdAt: Date; id: string }>(
    `SELECT "createdAt", "id" FROM "Notification" WHERE "userId" = $1 ORDER BY "createdAt" DESC, "id" DESC OFFSET $2 LIMIT 1`,
    [userId, pages * 20],
  );
  const read = (after: { createdAt: Date; id: string } | null) =>
    timed(() => listNotifications(pool(), unreadFilter(userId), { ...firstPage, after }));
  const [first, deep]: number[][] = [[], []];
  for (let round = 0; round < 25; round += 1) {
    first!.push(await read(null));
    deep!.push(await read(rows[0]!));
  }
  return { pages, firstMs: median(first!), deepMs: median(deep!) };
}
