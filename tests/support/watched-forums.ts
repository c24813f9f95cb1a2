import { createUser, createWatch } from "../../prisma/factories";
import { placesOn } from "@/domain/reading/place";
import { pool } from "@/server/platform/database";
import { forumHosts, type ForumName, startForums } from "./forums";

export type WatchedForums = Awaited<ReturnType<typeof startWatchedForums>>;

/** Starts forums that haven't been read yet, with helpers for the tests. */
export async function startWatchedForums() {
  const forums = await startForums();
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "ForumRead", "WatchTotal" CASCADE`,
  );

  /** Watches the forums for 'tidewater' and reads them for the first time. */
  async function watching(...names: ForumName[]): Promise<void> {
    await createWatch(await createUser(), {
      keyword: "tidewater",
      places: placesOn(
        "discourse",
        names.map((name) => forumHosts[name]),
      ),
      activeSince: forums.clock(),
    });
    await forums.pollOnce();
    forums.advance(60_000);
  }

  const row = async (statement: string, name: ForumName) =>
    (await pool().query(statement, [forumHosts[name]])).rows[0];

  return {
    ...forums,
    watching,
    reply: (words: string, more: object = {}) =>
      forums.world.write("harbour", { topic: 1, text: words, ...more }),
    texts: async (): Promise<string[]> =>
      (await pool().query(`SELECT "content" FROM "Item" ORDER BY "createdAt", "content"`)).rows.map(
        ({ content }: { content: string }) => content,
      ),
    positionOf: (name: ForumName) =>
      row(
        `SELECT "reached"::int, "below"::int, "goal"::int, "hidden"::int FROM "ForumRead" WHERE "place" = $1`,
        name,
      ),
    readOf: (name: ForumName) =>
      row(
        `SELECT r.*, s."health"::text FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
         WHERE r."place" = $1 AND r."kind" = 'comment'`,
        name,
      ),
  };
}
