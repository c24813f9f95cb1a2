import { pool } from "@/server/platform/database";

/* Rows stored by reading a stream. */

const names = async (statement: string): Promise<string[]> =>
  (await pool().query<{ fullname: string }>(statement)).rows.map(({ fullname }) => fullname).sort();
export const notified = () => names(`SELECT "fullname" FROM "Notification"`);
export const visible = () => names(`SELECT "fullname" FROM "Item" WHERE "blankedAt" IS NULL`);
export const stored = () => names(`SELECT "fullname" FROM "RecentItem" WHERE "content" IS NOT NULL`);
export const gaps = async () =>
  (
    await pool().query<{ kind: string; fromAt: Date; toAt: Date }>(
      `SELECT "kind"::text, "fromAt", "toAt" FROM "Gap" ORDER BY 1`,
    )
  ).rows;
export const cursor = async () =>
  (await pool().query<{ cursor: string }>(`SELECT "cursor" FROM "Stream"`)).rows[0]!.cursor;
