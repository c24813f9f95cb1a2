import { type z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { heldItem, type HeldItem } from "./list-held-items";
import { rows } from "@/server/platform/rows";

/** An item that was read here; its text is null once it is no longer held. */
export type ReadItem = Omit<HeldItem, "content"> & { content: HeldItem["content"] | null };

const row = heldItem.extend({ content: heldItem.shape.content.nullable() }) satisfies z.ZodType<ReadItem>;

export async function findReadItem(db: Queryable, fullname: string): Promise<ReadItem | null> {
  const found = await rows(
    db,
    row,
    sql`SELECT "fullname", "kind"::text, "site", "place", "createdAt", "seenAt", "content" FROM "RecentItem" WHERE "fullname" = ${fullname}`,
  );
  return found[0] ?? null;
}
