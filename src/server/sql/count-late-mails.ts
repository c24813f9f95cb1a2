import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** How many mails to the user were ready before a moment and have not gone out yet. */
export async function countLateMails(
  db: Queryable,
  q: { userId: string; readyBefore: Date },
): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ late: z.number() }),
    `SELECT count(*)::int AS late FROM "Delivery"
     WHERE "userId" = $1 AND "channel" <> 'push' AND "status" IN ('pending', 'frozen') AND "createdAt" < $2`,
    [q.userId, q.readyBefore],
  );
  return counted!.late;
}
