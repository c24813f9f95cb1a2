import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { getItem } from "./mentions";

/** The link of these tests' stories. */
export const link = "https://example.com/posts/Tidewater";

/** A link submission, on Reddit by default. */
export function submission(over: Partial<Item> = {}): Item {
  return { ...getItem(over.fullname), link, ...over };
}

/** The same on Hacker News. */
export function onHackerNews(over: Partial<Item> = {}): Item {
  const item = getItem();
  const number = Number.parseInt(item.fullname.slice(-9), 16);
  return {
    ...item,
    fullname: `hn:${number}`,
    site: "hackernews",
    place: "all",
    title: "Tidewater, elsewhere",
    url: `https://news.ycombinator.com/item?id=${number}`,
    link,
    ...over,
  };
}

export const hours = (count: number) => count * 3_600_000;

/** Blanks an item, as after its deletion at the source. */
export async function blank(fullname: string): Promise<void> {
  await pool().query(
    `UPDATE "Item" SET "blankedAt" = now(), "title" = '', "content" = '' WHERE "fullname" = $1`,
    [fullname],
  );
}
