import * as z from "zod";
import type { Item } from "@/domain/reading/item";
import { storedBody } from "@/domain/reading/stored-text";
import { pool, sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/* Feeds and forums can publish any amount. Limits text stored without a match; everything is matched. */

/** Daily limit on items remembered without a match, per place. */
const maxItems = 5_000;
/** The same for reads that show items again: items they don't remember count as new each time. */
export const maxRepeated = 20_000;
/** Bytes of text stored per place for previews. */
const maxBytes = 2_000_000;

const used = z.object({ items: z.number(), bytes: z.number() });

/** Selects the items to remember without a match and the texts to store, newest first. */
export async function placeCapacity(
  { site, place }: { site: string; place: string },
  items: readonly Item[],
  now: Date,
  maxRemembered = maxItems,
): Promise<{ isRemembered: (item: Item) => boolean; isTextStored: (item: Item) => boolean }> {
  const remembered = new Set<Item>();
  const stored = new Set<Item>();
  if (items.length > 0) {
    const [found] = await rows(
      pool(),
      used,
      sql`SELECT count(*) FILTER (WHERE "seenAt" > ${now}::timestamptz - interval '1 day')::int AS items,
         coalesce(sum(pg_column_size("content")), 0)::int AS bytes
       FROM "RecentItem" WHERE "site" = ${site} AND "place" = ${place}`,
    );
    let { bytes } = found!;
    let textsLeft = maxItems - found!.items;
    const newest = items.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    for (const item of newest.slice(0, Math.max(0, maxRemembered - found!.items))) {
      remembered.add(item);
      bytes += Buffer.byteLength(storedBody(item.body));
      textsLeft -= 1;
      if (textsLeft >= 0 && bytes <= maxBytes) stored.add(item);
    }
  }
  return { isRemembered: (item) => remembered.has(item), isTextStored: (item) => stored.has(item) };
}
