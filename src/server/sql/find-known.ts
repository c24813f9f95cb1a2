import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** Which of these fullnames are remembered, and which of them only 'all' brought (forgotten sooner). */
export async function findKnown(db: Queryable, fullnames: string[]): Promise<Set<string>> {
  if (fullnames.length === 0) return new Set();
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    `SELECT "fullname" FROM "RecentItem" WHERE "fullname" = ANY($1)`,
    [fullnames],
  );
  return new Set(found.map((known) => known.fullname));
}
