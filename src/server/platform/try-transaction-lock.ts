import { z } from "zod";
import type { Queryable } from "./database";
import { rows } from "./rows";

/** Takes the lock of that name until the transaction ends; false where another transaction holds it. */
export async function tryTransactionLock(tx: Queryable, name: string): Promise<boolean> {
  const [lock] = await rows(
    tx,
    z.object({ taken: z.boolean() }),
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS "taken"`,
    [name],
  );
  return lock!.taken;
}
