import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** The users whose state at Stripe was read last before `before`, longest ago first. */
export async function listDueMirrors(db: Queryable, before: Date, most: number): Promise<string[]> {
  const due = await rows(
    db,
    z.object({ userId: z.string() }),
    `SELECT "userId" FROM "Subscription" WHERE "customerId" IS NOT NULL AND "syncedAt" < $1
     ORDER BY "syncedAt" LIMIT $2`,
    [before, most],
  );
  return due.map(({ userId }) => userId);
}
