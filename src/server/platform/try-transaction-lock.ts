import * as z from "zod";
import { sql, type Queryable } from "./database";
import { rows } from "./rows";

/** Takes a named lock until the transaction ends. Returns false if another transaction has it. */
export async function tryTransactionLock(tx: Queryable, name: string): Promise<boolean> {
  const [lock] = await rows(
    tx,
    z.object({ taken: z.boolean() }),
    sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "taken"`,
  );
  return lock!.taken;
}
