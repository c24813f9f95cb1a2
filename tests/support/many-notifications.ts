import type { Watch } from "@/generated/prisma/client";
import { unlimited } from "./unlimited";

/**
 * Inserts this many notifications in one statement, spread over the last 60 days, the first watch's newest
 * first. Their items count as just checked, so a running app doesn't look them up and blank them. Then runs
 * ANALYZE, as autovacuum would on a real server.
 */
export async function createManyNotifications(
  watches: readonly Pick<Watch, "id" | "userId" | "keyword" | "keywordFolded">[],
  count: number,
): Promise<void> {
  for (const watch of watches) {
    await unlimited(
      `WITH made AS (
         INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "createdAt", "storedAt", "checkedAt")
         SELECT 't3_' || replace($1::text, '-', '') || '_' || n, 'post', 'reddit', 'sub' || n % 7, 'Title ' || n, 'About ' || $3::text,
           'https://www.reddit.com/r/sub/comments/x/', 'author', at, at, now()
         FROM generate_series(1, $5::int) AS n, LATERAL (SELECT now() - n * (interval '60 days' / $5::int) AS at) t
         RETURNING "fullname", "site", "place", "createdAt"
       )
       INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt", "revision")
       SELECT gen_random_uuid(), $2::uuid, $1::uuid, m."fullname", m."site", m."place", $3, k."id", m."createdAt", 1
       FROM made m, "UserKeyword" k WHERE k."userId" = $2::uuid AND k."keywordFolded" = $4`,
      [watch.id, watch.userId, watch.keyword, watch.keywordFolded, count],
    );
  }
  await unlimited(`VACUUM ANALYZE "Notification"`);
  await unlimited(`VACUUM ANALYZE "Item"`);
}
