import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import type { WatchRow } from "./watch-row";

export type NewWatch = WatchRow & { keywordFolded: string; fingerprint: string };

/** A watch with its total and its keyword's group; false when the user has the same watch already. */
export async function insertWatch(tx: Queryable, watch: NewWatch, userKeywordId: string): Promise<boolean> {
  const made = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`WITH made AS (
       INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "isActive", "tags", "notes",
         "includePosts", "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly",
         "browserNotification", "emailNotification", "frequency", "activeSince", "createdAt", "updatedAt")
       VALUES (${watch.id}, ${watch.userId}, ${watch.keyword}, ${watch.keywordFolded}, ${watch.places}, ${watch.fingerprint}, ${watch.isActive}, ${watch.tags}, ${watch.notes}, ${watch.includePosts}, ${watch.includeComments}, ${watch.matchTitlesOnly}, ${watch.caseSensitive}, ${watch.wholeWordOnly}, ${watch.browserNotification}, ${watch.emailNotification}, ${watch.frequency}::"Frequency", ${watch.createdAt}, ${watch.createdAt}, ${watch.createdAt})
       ON CONFLICT ("userId", "fingerprint") DO NOTHING RETURNING "id"
     ), grouped AS (
       INSERT INTO "UserKeyword" ("id", "userId", "keywordFolded", "keyword")
       SELECT ${userKeywordId}, ${watch.userId}, ${watch.keywordFolded}, ${watch.keyword} FROM made ON CONFLICT ("userId", "keywordFolded") DO NOTHING
     ), totalled AS (
       INSERT INTO "WatchTotal" ("watchId") SELECT "id" FROM made
     )
     SELECT "id" FROM made`,
  );
  return made.length === 1;
}
