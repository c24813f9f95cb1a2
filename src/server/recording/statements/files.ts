import { sql, type Queryable } from "@/server/platform/database";

export interface FileOutcome {
  site: string;
  /** The minute of the file and the keys of its items; null for a comparison. */
  read: { minute: Date; keys: Uint8Array } | null;
  /** Listed items that are in a file, or no longer expected in one. */
  settled: readonly string[];
}

export async function saveFile(db: Queryable, { site, read, settled }: FileOutcome): Promise<void> {
  if (read !== null)
    await db.query(
      sql`INSERT INTO "MinuteFile" ("site", "minute", "keys") VALUES (${site}, ${read.minute}, ${Buffer.from(read.keys)})
       ON CONFLICT ("site", "minute") DO UPDATE SET "keys" = excluded."keys"`,
    );
  if (settled.length > 0)
    await db.query(
      sql`DELETE FROM "ListedItem" WHERE "site" = ${site} AND "fullname" = ANY(${settled}::text[])`,
    );
}
