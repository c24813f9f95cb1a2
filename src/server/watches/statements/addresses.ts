import { z } from "zod";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const address = z.object({ place: z.string() });

/** The places on these sites that a user's other watches name, as a watch names them in lower case. */
export async function listAddresses(
  db: Queryable,
  q: { userId: string; except: string; sites: readonly string[] },
): Promise<string[]> {
  const found = await rows(
    db,
    address,
    sql`SELECT DISTINCT lower(p) AS place FROM "Watch" w, unnest(w."places") AS p
     WHERE w."userId" = ${q.userId} AND w."id" <> ${q.except} AND ${siteOfPlace(sql`p`)} = ANY(${q.sites})`,
  );
  return found.map(({ place }) => place);
}

/** Changes are seen by the next poll, a minute later; one that comes late is allowed for. */
const pollLateMs = 10 * 60_000;

/**
 * The places on these sites that anybody's active watch names and that hold one of these hosts: those that polls know, and what
 * was changed since.
 */
export async function listWatchedAddresses(
  db: Queryable,
  { sites, hosts, now }: { sites: readonly string[]; hosts: readonly string[]; now: Date },
): Promise<string[]> {
  const holdsHost = (place: Sql) =>
    sql`EXISTS (SELECT FROM unnest(${hosts}::text[]) AS host WHERE position(host IN ${place}) > 0)`;
  const found = await rows(
    db,
    address,
    sql`SELECT "site" || ':' || "name" AS place FROM "Place" WHERE "site" = ANY(${sites}) AND "watchedSince" IS NOT NULL AND ${holdsHost(sql`"name"`)}
     UNION SELECT lower(p) FROM "Watch" w, unnest(w."places") AS p
     WHERE w."updatedAt" > ${new Date(now.getTime() - pollLateMs)} AND w."isActive" AND ${siteOfPlace(sql`p`)} = ANY(${sites}) AND ${holdsHost(sql`lower(p)`)}`,
  );
  return found.map(({ place }) => place);
}

/** Until the transaction ends nobody else counts what these hosts have. */
export async function lockHosts(tx: Queryable, hosts: readonly string[]): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended('host ' || host, 0)) FROM unnest(${hosts}::text[]) AS host`,
  );
}
