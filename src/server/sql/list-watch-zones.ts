import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** The distinct time zones of the users of these watches. */
export async function listWatchZones(db: Queryable, watchIds: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ timeZone: z.string() }),
    `SELECT DISTINCT u."timeZone" FROM unnest($1::uuid[]) AS x(id) JOIN "Watch" w ON w."id" = x.id JOIN "User" u ON u."id" = w."userId"`,
    [watchIds],
  );
  return found.map((zone) => zone.timeZone);
}
