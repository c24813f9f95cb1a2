import { setTimeout as sleep } from "node:timers/promises";
import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "@/domain/matching/rule";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { unlimited } from "../support/unlimited";

export const now = new Date("2026-11-21T12:00:00.000Z");

/**
 * Creates users with verified email, each with this many watches. Returns the matcher's result if an item
 * matches all of them.
 */
export async function makeWatching(users: number, watchesEach: number): Promise<MatchRule[]> {
  const userIds = Array.from({ length: users }, newId);
  await unlimited(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt")
     SELECT id, 'A', 'B', id || '@example.com', '', now() FROM unnest($1::uuid[]) AS id`,
    [userIds],
  );
  const ids = Array.from({ length: users * watchesEach }, newId);
  await unlimited(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "activeSince")
     SELECT id, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'word' || n, 'word' || n, '{reddit:all}', id, $3
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, n)`,
    [ids, userIds, new Date(now.getTime() - 3_600_000)],
  );
  // Ascending ids, as creating watches one by one would produce.
  await unlimited(
    `INSERT INTO "UserKeyword" ("id", "userId", "keywordFolded", "keyword")
     SELECT k, w."userId", w."keywordFolded", w."keyword" FROM unnest($1::uuid[], $2::uuid[]) AS t(id, k) JOIN "Watch" w ON w."id" = t.id`,
    [ids, Array.from(ids, newId)],
  );
  return ids.map((watchId, n) => ({
    watchId,
    keyword: `word${n}`,
    revision: 1,
    expression: null,
    activeSince: new Date(0),
    places: ["all"],
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: false,
  }));
}

/**
 * Creates Pro users whose watches match whole words in these places since `sinceMs` and email each match in
 * real time.
 */
export async function makeAlerted(
  users: number,
  watchesEach: number,
  { places, sinceMs }: { places: readonly string[]; sinceMs: number },
): Promise<void> {
  await makeWatching(users, watchesEach);
  await unlimited(`UPDATE "User" SET "emailFrequency" = 'realtime'`);
  await unlimited(
    `INSERT INTO "Subscription" ("userId", "status", "syncedAt") SELECT "id", 'active', now() FROM "User"`,
  );
  await unlimited(
    `UPDATE "Watch" SET "places" = $1, "frequency" = 'realtime', "emailNotification" = true, "wholeWordOnly" = true,
       "activeSince" = now() - $2 * interval '1 millisecond'`,
    [places, sinceMs],
  );
}

/** The words of the watches matched by the n-th item. All watches have their turn. */
export function matchedWords(n: number, matchedWatches: number, watches: number): string {
  const words = Array.from({ length: matchedWatches }, (_, at) => 1 + ((n * matchedWatches + at) % watches));
  return words.map((word) => `word${word}`).join(" and ");
}

/** Waits until all messages are sent. Throttled messages follow ten seconds after the previous one. */
export async function waitUntilNotified(): Promise<void> {
  for (let pending = true; pending; await sleep(200)) {
    const { rows } = await pool().query<{ owed: boolean }>(
      `SELECT EXISTS (SELECT FROM "OutboxEntry") OR EXISTS (SELECT FROM "Delivery" WHERE "status" IN ('pending', 'frozen')) AS owed`,
    );
    pending = rows[0]!.owed;
  }
}

export function makeItem(name: string): Item {
  const url = `https://www.reddit.com/${name}`;
  const text = "A sentence that somebody wrote about late payments and the tools against them. ";
  return {
    fullname: `t3_${name}`,
    kind: "post",
    site: "reddit",
    place: "webdev",
    title: "Which invoice software do you use?",
    body: text.repeat(3),
    html: null,
    author: "careful_owner",
    url,
    createdAt: now,
    over18: false,
  };
}
