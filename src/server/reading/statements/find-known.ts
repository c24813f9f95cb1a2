import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ fullname: z.string(), seenAt: z.date() });

/** Which of these fullnames are remembered, and when the read began that first showed each. */
export async function findKnown(db: Queryable, fullnames: string[]): Promise<Map<string, Date>> {
  if (fullnames.length === 0) return new Map();
  const found = await rows(
    db,
    row,
    sql`SELECT "fullname", "seenAt" FROM "RecentItem" WHERE "fullname" = ANY(${fullnames})`,
  );
  return new Map(found.map((known) => [known.fullname, known.seenAt]));
}
