import { createHash } from "node:crypto";
import { transaction, type Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { countRows } from "./explained";
import { unlimited } from "./unlimited";

/** The id of a row made by `createMatches`: 'a1' is its first user, 'a1-2' that user's second watch. */
export const getId = (name: string) => createHash("md5").update(name).digest("hex");

/** Users 'a1' etc. with watches 'a1-1' etc.; each watch matches items 'a1' etc. in notifications 'a1-1-1' etc. */
export async function createMatches(
  name: string,
  q: {
    users: number;
    watches?: number;
    items: number;
    perKeyword?: number;
    isJoined?: boolean;
    story?: string;
  },
): Promise<void> {
  const { users, watches = 1, items, perKeyword = 1, isJoined = false, story = "NULL" } = q;
  const ofWatch = `generate_series(1, ${users}) u, generate_series(1, ${watches}) w, LATERAL (SELECT '${name}' || u AS "user", (w - 1) / ${perKeyword} AS k) x`;
  await unlimited(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt")
     SELECT md5('${name}' || u)::uuid, 'A', 'B', '${name}' || u || '@example.com', '', now() FROM generate_series(1, ${users}) u`,
  );
  await unlimited(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "tags")
     SELECT md5("user" || '-' || w)::uuid, md5("user")::uuid, 'word' || k, 'word' || k, '{reddit:all}', w::text, '{}' FROM ${ofWatch}`,
  );
  await unlimited(
    `INSERT INTO "UserKeyword" ("id", "userId", "keyword", "keywordFolded")
     SELECT DISTINCT md5("user" || ' ' || k)::uuid, md5("user")::uuid, 'word' || k, 'word' || k FROM ${ofWatch}`,
  );
  await unlimited(
    `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "createdAt", "storedAt", "checkedAt")
     SELECT '${name}' || i, 'post', 'reddit', 'sub' || i % 7, '', '', '', now(), now(), now() FROM generate_series(1, ${items}) i`,
  );
  await unlimited(
    `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt", "leadId", "storyKey")
     SELECT md5("user" || '-' || w || '-' || i)::uuid, md5("user")::uuid, md5("user" || '-' || w)::uuid, '${name}' || i, 'reddit', 'sub' || i % 7, 'word' || k,
       md5("user" || ' ' || k)::uuid, now(), CASE WHEN ${isJoined} AND w % ${perKeyword} <> 1 THEN md5("user" || '-' || (k * ${perKeyword} + 1) || '-' || i)::uuid END,
       md5((${story})::text)::uuid
     FROM ${ofWatch}, generate_series(1, ${items}) i`,
  );
}

async function rolledBack(run: (tx: Queryable) => Promise<unknown>): Promise<void> {
  const undone = new Error("undone");
  await transaction(async (tx) => {
    await run(tx);
    throw undone;
  }).catch((error: unknown) => {
    if (error !== undone) throw error;
  });
}

/**
 * Runs and rolls back `run` with statistics from before `fill`, when the planner expects no such rows, and with
 * current statistics. Returns the ratio of the numbers of rows that the plans handle.
 */
export async function getRowRatio(
  fill: () => Promise<unknown>,
  run: (tx: Queryable) => Promise<unknown>,
): Promise<number> {
  const other = newId();
  await createMatches(other, { users: 50, items: 400 });
  await unlimited(
    `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency")
     SELECT "id", 'email', "userId", now() + interval '5 hours', 'daily' FROM "Notification" WHERE "fullname" LIKE '${other}%'`,
  );
  await unlimited(
    `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "nextAttemptAt")
     SELECT "id", "userId", "userId", 'email', "id"::text, 'sent', now() FROM "Notification" WHERE "fullname" LIKE '${other}%'`,
  );
  await unlimited("ANALYZE");
  await fill();
  const work = () => countRows(() => rolledBack(run));
  const stale = await work();
  await unlimited("ANALYZE");
  return stale / (await work());
}
