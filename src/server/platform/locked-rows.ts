import type { Prisma } from "@/generated/prisma/client";
import { sql, word, type Queryable, type Sql } from "./database";

const named = (table: Prisma.ModelName) => word(`"${table}"`);

/** Locks rows until the transaction ends and returns their number. Sort several rows in `where`. */
export async function lockRows(
  tx: Queryable,
  table: Prisma.ModelName,
  where: Sql,
  strength: "UPDATE" | "NO KEY UPDATE" | "SHARE" = "UPDATE",
): Promise<number> {
  const { rowCount } = await tx.query(sql`SELECT FROM ${named(table)} WHERE ${where} FOR ${word(strength)}`);
  return rowCount ?? 0;
}

/** Up to `max` rows of a table (alias `e`) that meet a condition. Locks them and skips locked ones. */
export const freeRows = (table: Prisma.ModelName, condition: Sql, max: number | null) =>
  sql`ctid = ANY(ARRAY(SELECT ctid FROM ${named(table)} e WHERE ${condition} LIMIT ${max}::int FOR UPDATE SKIP LOCKED))`;

/** Skips locked rows. Returns the number deleted. */
export async function deleteFree(
  db: Queryable,
  table: Prisma.ModelName,
  condition: Sql,
  max: number | null = null,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`DELETE FROM ${named(table)} WHERE ${freeRows(table, condition, max)}`,
  );
  return rowCount ?? 0;
}

/** Skips locked rows. Returns the number updated. */
export async function updateFree(
  db: Queryable,
  table: Prisma.ModelName,
  change: Sql,
  condition: Sql,
  max: number | null = null,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE ${named(table)} SET ${change} WHERE ${freeRows(table, condition, max)}`,
  );
  return rowCount ?? 0;
}
