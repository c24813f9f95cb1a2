import { z } from "zod";
import { sql, type Queryable } from "./database";
import { rows } from "./rows";

/** Takes the lock of that name until the transaction ends; false where another transaction holds it. */
export async function tryTransactionLock(tx: Queryable, name: string): Promise<boolean> {
  const [lock] = await rows(
    tx,
    z.object({ taken: z.boolean() }),
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`,
  );
  return lock!.taken;
}
