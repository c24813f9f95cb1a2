import { z } from "zod";
import { sql, type Queryable } from "./database";
import { rows } from "./rows";

const row = z.object({ now: z.date(), fence: z.coerce.bigint().nullable() });

/**
 * Takes the lease if it is free or expired, and reads the database's clock. Returns a null fence if another
 * owner has it. A lease that expires later than any new one could was taken while the clock was ahead, so it
 * counts as expired. Leases always use the database's clock.
 */
export async function takeLease(db: Queryable, name: string, owner: string, ttlMs: number) {
  const [used] = await rows(
    db,
    row,
    sql`WITH taken AS (
       INSERT INTO "Lease" AS l ("name", "owner", "expiresAt")
       VALUES (${name}, ${owner}, clock_timestamp() + ${ttlMs} * interval '1 millisecond')
       ON CONFLICT ("name") DO UPDATE
         SET "owner" = excluded."owner", "expiresAt" = excluded."expiresAt", "fence" = l."fence" + 1
         WHERE l."expiresAt" NOT BETWEEN clock_timestamp() AND clock_timestamp() + ${ttlMs} * interval '1 millisecond' + interval '10 seconds'
       RETURNING "fence"
     )
     SELECT clock_timestamp() AS now, (SELECT "fence" FROM taken) AS fence`,
  );
  return used!;
}

/**
 * Releases the lease if this owner still has it. Sets it one millisecond into the past because the column
 * rounds up.
 */
export async function releaseLease(db: Queryable, name: string, owner: string): Promise<void> {
  await db.query(
    sql`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 millisecond' WHERE "name" = ${name} AND "owner" = ${owner}`,
  );
}

/** A lease and its fencing token, which is unique to each acquisition. */
export interface Lease {
  name: string;
  owner: string;
  fence: bigint;
}

/** Extends the lease from now. Returns false if another owner has taken it. */
export async function renewLease(db: Queryable, lease: Lease, ttlMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Lease" SET "expiresAt" = clock_timestamp() + ${ttlMs} * interval '1 millisecond'
     WHERE "name" = ${lease.name} AND "owner" = ${lease.owner} AND "fence" = ${lease.fence}`,
  );
  return rowCount === 1;
}

export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Throws `LeaseLost` if the lease has expired or was taken over. Otherwise locks it until the transaction
 * ends.
 */
export async function assertLease(tx: Queryable, lease: Lease): Promise<void> {
  const { rowCount } = await tx.query(
    sql`SELECT FROM "Lease" WHERE "name" = ${lease.name} AND "owner" = ${lease.owner} AND "fence" = ${lease.fence}
     AND "expiresAt" > clock_timestamp() FOR SHARE`,
  );
  if (rowCount !== 1) throw new LeaseLost(`the lease ${lease.name} was lost`);
}
