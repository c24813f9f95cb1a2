import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { watchColumns, watchRow, watchTables, type WatchRow } from "./watch-row";

/** The user's watch of this id, null when they have none. */
export async function findWatch(db: Queryable, userId: string, id: string): Promise<WatchRow | null> {
  const found = await rows(
    db,
    watchRow,
    sql`SELECT ${watchColumns} FROM ${watchTables} WHERE w."id" = ${id} AND w."userId" = ${userId}`,
  );
  return found[0] ?? null;
}
