import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const addressRow = z.object({
  id: z.string(),
  name: z.string(),
  site: z.string(),
  encryptedAddress: z.string(),
  movedTo: z.string().nullable(),
});
export type AddressRow = z.infer<typeof addressRow>;

const isOutdated = (keyNames: readonly string[]) => {
  const prefixes = keyNames.map((name) => `${name}.`);
  return sql`EXISTS (SELECT FROM unnest(${prefixes}::text[]) AS b WHERE
    starts_with(a."encryptedAddress", b) OR starts_with(coalesce(l."movedTo", ''), b))`;
};
const withMove = sql`"PlaceAddress" a LEFT JOIN "ListRead" l ON l."site" = a."site" AND l."place" = a."name"`;

/** Returns URLs after `after` that need re-encryption, with the URLs to which their lists have moved. */
export function listOutdated(
  db: Queryable,
  q: { keyNames: readonly string[]; after: string; max: number },
): Promise<AddressRow[]> {
  return rows(
    db,
    addressRow,
    sql`SELECT a."id", a."site", a."name", a."encryptedAddress", l."movedTo" FROM ${withMove}
     WHERE a."id" > ${q.after} AND ${isOutdated(q.keyNames)} ORDER BY a."id" LIMIT ${q.max}`,
  );
}

export const countOutdatedSql = (keyNames: readonly string[]) =>
  sql`(SELECT count(*)::int FROM ${withMove} WHERE ${isOutdated(keyNames)})`;

/** Does nothing if the URLs have changed since they were read. */
export async function replaceAddress(
  db: Queryable,
  before: AddressRow,
  after: Pick<AddressRow, "encryptedAddress" | "movedTo"> & { addressHash: string },
): Promise<void> {
  await db.query(
    sql`WITH moved AS (
       UPDATE "ListRead" SET "movedTo" = ${after.movedTo}
       WHERE "site" = ${before.site} AND "place" = ${before.name} AND "movedTo" IS NOT DISTINCT FROM ${before.movedTo}
     )
     UPDATE "PlaceAddress" a SET "encryptedAddress" = ${after.encryptedAddress}, "addressHash" = ${after.addressHash}
     WHERE "id" = ${before.id} AND "encryptedAddress" = ${before.encryptedAddress} AND NOT EXISTS (
       SELECT FROM "PlaceAddress" o WHERE o."site" = a."site" AND o."addressHash" = ${after.addressHash} AND o."id" <> a."id")`,
  );
}

export async function deleteUnusedAddresses(db: Queryable, before: Date, max: number): Promise<number> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "PlaceAddress" WHERE "id" IN (
       SELECT a."id" FROM "PlaceAddress" a
       WHERE a."usedAt" <= ${before} AND NOT EXISTS (SELECT FROM "WatchAddress" l WHERE l."addressId" = a."id")
       ORDER BY a."id" LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  );
  return rowCount ?? 0;
}
