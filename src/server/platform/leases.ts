import * as z from "zod";
import { sql, type Queryable, type Sql, tableSql } from "./database";
import { lockRows } from "./locked-rows";
import { rows } from "./rows";

/** A lease and its fencing token, which is unique to each acquisition. */
export interface Lease {
  name: string;
  owner: string;
  fence: bigint;
}

export interface ClaimedLease extends Lease {
  followsKill: boolean;
}

const claimedRow = z.object({
  now: z.date(),
  leases: z.array(z.object({ name: z.string(), fence: z.coerce.bigint(), followsKill: z.boolean() })),
});

/** Prefix of the leases that workers renew while they run. */
export const workerPrefix = "worker:";

/**
 * Claims the leases with these names that are free or expired, the first ones first, and reads the database's
 * clock. With `stored`, the number this worker already has, claims at most its share: workers divide the
 * names evenly. A lease that expires later than any new one could was taken while the clock was ahead, so it
 * counts as expired. Leases always use the database's clock.
 */
export async function claimLeases(
  db: Queryable,
  names: readonly string[],
  { owner, ttlMs, stored }: { owner: string; ttlMs: number; stored?: number },
): Promise<{ now: Date; leases: ClaimedLease[] }> {
  const ttlSql = sql`${ttlMs}::int * interval '1 millisecond'`;
  const isFreeSql = sql`l."expiresAt" NOT BETWEEN clock_timestamp() AND clock_timestamp() + ${ttlSql} + interval '10 seconds'`;
  const shareSql = sql`greatest(0, ceil(${names.length}::numeric / greatest(1, (
    SELECT count(*) FROM "Lease" WHERE "name" LIKE ${`${workerPrefix}%`} AND "expiresAt" > clock_timestamp()))) - ${stored ?? 0}::int)`;
  const [result] = await rows(
    db,
    claimedRow,
    sql`WITH free AS MATERIALIZED (
       SELECT n.name, l."owner" AS previous
       FROM unnest(${names}::text[]) WITH ORDINALITY AS n(name, nth) LEFT JOIN "Lease" l ON l."name" = n.name
       WHERE l."name" IS NULL OR ${isFreeSql}
       ORDER BY n.nth LIMIT ${stored === undefined ? sql`ALL` : shareSql}
     ), claimed AS (
       INSERT INTO "Lease" AS l ("name", "owner", "expiresAt")
       SELECT name, ${owner}, clock_timestamp() + ${ttlSql} FROM free ORDER BY name
       ON CONFLICT ("name") DO UPDATE
         SET "owner" = excluded."owner", "expiresAt" = excluded."expiresAt", "fence" = l."fence" + 1
         WHERE ${isFreeSql}
       RETURNING "name", "fence"
     )
     SELECT clock_timestamp() AS now, (
       SELECT coalesce(jsonb_agg(jsonb_build_object('name', c."name", 'fence', c."fence"::text, 'followsKill', EXISTS (
         SELECT FROM "Run" r WHERE r."id" = CASE WHEN f.previous ~ '^[0-9a-f-]{36}$' THEN f.previous::uuid END AND r."finishedAt" IS NULL))), '[]')
       FROM claimed c JOIN free f ON f.name = c."name") AS leases`,
  );
  return {
    now: result!.now,
    leases: result!.leases.map((lease) => ({ ...lease, owner })),
  };
}

/** Adds or extends a worker's lease. Deletes leases of workers that ended long ago, or while the clock was ahead. */
export async function renewWorker(
  db: Queryable,
  { name, owner, ttlMs }: { name: string; owner: string; ttlMs: number },
): Promise<void> {
  await db.query(
    sql`WITH ended AS (
       DELETE FROM "Lease" WHERE "name" LIKE ${`${workerPrefix}%`} AND "name" <> ${name}
         AND "expiresAt" NOT BETWEEN clock_timestamp() - interval '1 hour' AND clock_timestamp() + ${ttlMs + 10_000}::int * interval '1 millisecond'
     )
     INSERT INTO "Lease" ("name", "owner", "expiresAt") VALUES (${name}, ${owner}, clock_timestamp() + ${ttlMs}::int * interval '1 millisecond')
     ON CONFLICT ("name") DO UPDATE SET "expiresAt" = excluded."expiresAt"`,
  );
}

/** Claims one lease. Returns a null fence if another owner has it. */
export async function acquireLease(db: Queryable, name: string, owner: string, ttlMs: number) {
  const { now, leases } = await claimLeases(db, [name], { owner, ttlMs });
  return { now, fence: leases[0]?.fence ?? null };
}

/** Sets the leases one millisecond into the past because the column rounds up. */
export async function releaseLeases(db: Queryable, owner: string): Promise<void> {
  await expireIn(db, -1, sql`l."owner" = ${owner} AND l."expiresAt" > clock_timestamp()`);
}

/** Extends leases from now. Returns the names of those that no other owner has claimed. */
export function renewLeases(db: Queryable, leases: readonly Lease[], ttlMs: number): Promise<string[]> {
  const own = tableSql("r", leases, { name: "text", owner: "text", fence: "bigint" });
  return expireIn(db, ttlMs, sql`(l."name", l."owner", l."fence") IN (SELECT * FROM ${own})`);
}

async function expireIn(db: Queryable, ms: number, condition: Sql): Promise<string[]> {
  const updated = await rows(
    db,
    z.object({ name: z.string() }),
    sql`UPDATE "Lease" l SET "expiresAt" = clock_timestamp() + ${ms}::int * interval '1 millisecond'
     WHERE ${condition} RETURNING l."name"`,
  );
  return updated.map(({ name }) => name);
}

export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** Throws `LeaseLost` if it expired or was taken. Otherwise locks it until the transaction ends. */
export async function assertLease(tx: Queryable, lease: Lease): Promise<void> {
  const isOwn = sql`"name" = ${lease.name} AND "owner" = ${lease.owner} AND "fence" = ${lease.fence} AND "expiresAt" > clock_timestamp()`;
  if ((await lockRows(tx, "Lease", isOwn, "SHARE")) === 0)
    throw new LeaseLost(`the lease ${lease.name} was lost`);
}
