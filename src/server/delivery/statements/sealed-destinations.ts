import { z } from "zod";
import { channelNames } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const sealedRow = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.enum(channelNames),
  addressSealed: z.string(),
  secretSealed: z.string().nullable(),
});
export type SealedRow = z.infer<typeof sealedRow>;

/** Whether something of a destination is sealed under one of these keys. */
const isUnderSql = (keyNames: readonly string[]) =>
  sql`("addressSealed" IS NOT NULL AND (split_part("addressSealed", '.', 1) = ANY(${keyNames}::text[])
    OR split_part("secretSealed", '.', 1) = ANY(${keyNames}::text[])))`;

/** The next destinations behind `after`, by their ids, of which something is sealed under one of these keys. */
export function listSealedUnder(
  db: Queryable,
  q: { keyNames: readonly string[]; after: string; most: number },
): Promise<SealedRow[]> {
  return rows(
    db,
    sealedRow,
    sql`SELECT "id", "userId", "channel"::text, "addressSealed", "secretSealed" FROM "Destination"
     WHERE "id" > ${q.after} AND ${isUnderSql(q.keyNames)} ORDER BY "id" LIMIT ${q.most}`,
  );
}

/** How many destinations these are. */
export const countSealedUnderSql = (keyNames: readonly string[]) =>
  sql`(SELECT count(*)::int FROM "Destination" WHERE ${isUnderSql(keyNames)})`;

type Sealed = Pick<SealedRow, "id" | "addressSealed" | "secretSealed"> & { addressHash: string };

/** Takes what is sealed anew in place of what was read; one that has changed meanwhile, or is gone, stays as it is. */
export async function replaceSealed(
  db: Queryable,
  replaced: readonly { before: SealedRow; after: Sealed }[],
): Promise<void> {
  const of = (value: (one: { before: SealedRow; after: Sealed }) => string | null) => replaced.map(value);
  await db.query(
    sql`UPDATE "Destination" t
     SET "addressSealed" = r.address, "addressHash" = r.hash, "secretSealed" = r.secret
     FROM (
       SELECT d."id", n.address, n.hash, n.secret
       FROM unnest(${of(({ after }) => after.id)}::uuid[], ${of(({ before }) => before.addressSealed)}::text[],
         ${of(({ before }) => before.secretSealed)}::text[], ${of(({ after }) => after.addressSealed)}::text[],
         ${of(({ after }) => after.addressHash)}::text[], ${of(({ after }) => after.secretSealed)}::text[])
         AS n(id, address_before, secret_before, address, hash, secret)
       JOIN "Destination" d ON d."id" = n.id AND d."addressSealed" = n.address_before
         AND d."secretSealed" IS NOT DISTINCT FROM n.secret_before
       ORDER BY d."id" FOR UPDATE OF d
     ) r
     WHERE t."id" = r."id"`,
  );
}
