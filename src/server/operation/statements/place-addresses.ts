import * as z from "zod";
import { prisma, sql, transaction, type Queryable } from "@/server/platform/database";
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

/** Leaves URLs that have changed since they were read, or whose new hash another row already has. */
export function replaceAddress(
  { id, site, name: place, encryptedAddress, movedTo }: AddressRow,
  after: Pick<AddressRow, "encryptedAddress" | "movedTo"> & { addressHash: string },
): Promise<void> {
  return transaction(async () => {
    const { listRead, placeAddress } = prisma();
    await listRead.updateMany({ where: { site, place, movedTo }, data: { movedTo: after.movedTo } });
    const { addressHash } = after;
    if ((await placeAddress.count({ where: { site, addressHash, id: { not: id } } })) > 0) return;
    const data = { encryptedAddress: after.encryptedAddress, addressHash };
    await placeAddress.updateMany({ where: { id, encryptedAddress }, data });
  });
}
