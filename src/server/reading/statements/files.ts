import * as z from "zod";
import type { Item } from "@/domain/reading/item";
import { minuteAt } from "@/domain/reading/minute-files";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export async function listFileKeys(site: string, since: Date): Promise<Uint8Array[]> {
  const where = { site, minute: { gte: since } };
  const found = await prisma().minuteFile.findMany({ where, select: { keys: true } });
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

export async function findListed(site: string, fullnames: string[]): Promise<Item[]> {
  const where = { site, fullname: { in: fullnames } };
  const found = await prisma().listedItem.findMany({ where, select: { item: true } });
  return found.map(({ item }) => {
    const { createdAt, ...rest } = item as unknown as Omit<Item, "createdAt"> & { createdAt: string };
    return { ...rest, createdAt: new Date(createdAt) };
  });
}

export function countUnread(site: string): Promise<number> {
  return prisma().pendingNumber.count({ where: { site, why: { not: "absent" } } });
}
