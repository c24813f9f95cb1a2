import { z } from "zod";
import { sql, type Queryable } from "./database";
import { rows } from "./rows";

const row = z.object({ now: z.date(), fence: z.coerce.bigint().nullable() });

/**
 * Takes the lease if it is free or has run out, and reads the database's clock. Fence null: another has it. One that
 * ends later than any taken now could was taken while the clock was ahead, and counts as run out.
 * The clock of the lease is always the database's.
 */
export async function takeLease(db: Queryable, name: string, owner: string, ttlMs: number) {
  const [taken] = await rows(
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
  return taken!;
}

/** Gives the lease back, if it is still this owner's. A millisecond ago: the column would round the present up to a later one. */
export async function releaseLease(db: Queryable, name: string, owner: string): Promise<void> {
  await db.query(
    sql`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 millisecond' WHERE "name" = ${name} AND "owner" = ${owner}`,
  );
}

/** A lease as its holder knows it: the fence tells it from all that were taken before or after. */
export interface Lease {
  name: string;
  owner: string;
  fence: bigint;
}

/** Has a lease last for so long from now on; false: somebody else has it by now. */
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

/** Throws LeaseLost where the lease is held no more; else nobody else takes it before the transaction ends. */
export async function holdLease(tx: Queryable, lease: Lease): Promise<void> {
  const { rowCount } = await tx.query(
    sql`SELECT FROM "Lease" WHERE "name" = ${lease.name} AND "owner" = ${lease.owner} AND "fence" = ${lease.fence}
     AND "expiresAt" > clock_timestamp() FOR SHARE`,
  );
  if (rowCount !== 1) throw new LeaseLost(`the lease ${lease.name} was lost`);
}
