import { createWatch } from "../../prisma/factories";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";

type Watch = Awaited<ReturnType<typeof createWatch>>;

let made = 0;
/** Posts to be recorded as matches. */
export function getItems(count: number, createdAt: Date): Item[] {
  return Array.from({ length: count }, () => {
    made += 1;
    const fullname = `t3_over${made}`;
    const url = `https://www.reddit.com/r/webdev/comments/over${made}/x/`;
    const text = { title: `tidewater ${made}`, body: "", html: null, author: "a" };
    return {
      fullname,
      kind: "post",
      site: "reddit",
      place: "webdev",
      ...text,
      url,
      createdAt,
      over18: false,
    };
  });
}

/** Records these items as matches of these watches. */
export function receive(watches: readonly Watch[], items: Item[], now: Date) {
  const rules = watches.map(({ id, revision }) => ({ watchId: id, revision }) as never);
  return recordRead({ items, match: () => rules, isNamed: () => true, outcomes: [], gaps: [], now });
}

/** Pretends that a watch recorded this many matches on a day. */
export async function recordedBefore({ id }: Watch, day: string, count: number): Promise<void> {
  await pool().query(
    `UPDATE "WatchTotal" SET "day" = $2, "dayCount" = $3, "matchCount" = $3 WHERE "watchId" = $1`,
    [id, day, count],
  );
}

/** A watch's stored notifications, its total and its days above the limit. */
export async function getStand({ id }: Watch) {
  const { rows } = await pool().query<{
    recorded: number;
    total: number;
    outboxEntries: number;
    overflows: string[];
  }>(
    `SELECT (SELECT count(*)::int FROM "Notification" WHERE "watchId" = $1) AS recorded,
       (SELECT "matchCount" FROM "WatchTotal" WHERE "watchId" = $1) AS total,
       (SELECT count(*)::int FROM "OutboxEntry" d JOIN "Notification" n ON n."id" = d."notificationId" WHERE n."watchId" = $1) AS "outboxEntries",
       ARRAY(SELECT "day" || ': ' || "recorded" || ' + ' || "missed" FROM "DayOverflow" WHERE "watchId" = $1 ORDER BY "day") AS overflows`,
    [id],
  );
  return rows[0]!;
}

/** The messages about exceeded limits sent or due to a user. */
export async function getMessages(userId: string): Promise<string[]> {
  const { rows } = await pool().query<{ dedupeKey: string }>(
    `SELECT "dedupeKey" FROM "Delivery" WHERE "userId" = $1 AND "template" = 'day-overflow' ORDER BY "dedupeKey"`,
    [userId],
  );
  return rows.map(({ dedupeKey }) => dedupeKey);
}
