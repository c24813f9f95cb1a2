import { z } from "zod";
import type { Item } from "@/domain/item";
import { minuteAt } from "@/domain/minute-files";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export async function listFileKeys(db: Queryable, site: string, since: Date): Promise<Uint8Array[]> {
  const found = await rows(
    db,
    z.object({ keys: z.instanceof(Uint8Array) }),
    sql`SELECT "keys" FROM "MinuteFile" WHERE "site" = ${site} AND "minute" >= ${since}`,
  );
  return found.map(({ keys }) => keys);
}

/** Returns the minutes (since the epoch) of files that probably contain this key, latest first. */
export async function listFilesWith(db: Queryable, site: string, key: string): Promise<number[]> {
  const found = await rows(
    db,
    z.object({ minute: z.date() }),
    sql`SELECT "minute" FROM "MinuteFile" WHERE "site" = ${site} AND position(decode(${key}, 'hex') IN "keys") > 0 ORDER BY "minute" DESC LIMIT 3`,
  );
  return found.map(({ minute }) => minuteAt(minute));
}

export async function deleteOldFiles(db: Queryable, site: string, before: Date): Promise<void> {
  await db.query(sql`DELETE FROM "MinuteFile" WHERE "site" = ${site} AND "minute" < ${before}`);
}

/** Stores listed items until they are found in a file. Known ones keep their time. */
export async function addListed(
  db: Queryable,
  site: string,
  items: readonly Item[],
  now: Date,
): Promise<void> {
  if (items.length === 0) return;
  await db.query(
    sql`INSERT INTO "ListedItem" ("site", "fullname", "item", "listedAt")
     SELECT ${site}, f, i, ${now} FROM unnest(${items.map(({ fullname }) => fullname)}::text[], ${items.map((item) => JSON.stringify(item))}::jsonb[]) AS t(f, i)
     ORDER BY f ON CONFLICT DO NOTHING`,
  );
}

const listed = z.object({ fullname: z.string(), listedAt: z.date() });

export function listListed(db: Queryable, site: string): Promise<z.infer<typeof listed>[]> {
  return rows(db, listed, sql`SELECT "fullname", "listedAt" FROM "ListedItem" WHERE "site" = ${site}`);
}

/** Returns the listed items with these fullnames. They were stored by `addListed`. */
export async function findListed(db: Queryable, site: string, fullnames: readonly string[]): Promise<Item[]> {
  const found = await rows(
    db,
    z.object({ item: z.unknown() }),
    sql`SELECT "item" FROM "ListedItem" WHERE "site" = ${site} AND "fullname" = ANY(${fullnames}::text[])`,
  );
  return found.map(({ item }) => {
    const { createdAt, ...rest } = item as Omit<Item, "createdAt"> & { createdAt: string };
    return { ...rest, createdAt: new Date(createdAt) };
  });
}

export async function countUnread(db: Queryable, site: string): Promise<number> {
  const [found] = await rows(
    db,
    z.object({ count: z.number() }),
    sql`SELECT count(*)::int AS count FROM "PendingNumber" WHERE "site" = ${site} AND "why" <> 'absent'`,
  );
  return found!.count;
}
