import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** The mails to this user that were ready before this moment and have not gone out yet, as a part of a statement. */
export const lateMailsOf = (userId: string, readyBefore: string) =>
  `SELECT count(*)::int FROM "Delivery" WHERE "userId" = ${userId} AND "channel" <> 'push'
     AND "status" IN ('pending', 'frozen') AND "createdAt" < ${readyBefore}`;

/** How many mails to the user were ready before a moment and have not gone out yet. */
export async function countLateMails(
  db: Queryable,
  q: { userId: string; readyBefore: Date },
): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ late: z.number() }),
    `SELECT (${lateMailsOf("$1", "$2")}) AS late`,
    [q.userId, q.readyBefore],
  );
  return counted!.late;
}
