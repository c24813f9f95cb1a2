import { z } from "zod";
import type { Queryable, Sql } from "./database";

/** Runs one statement and parses every row; a column that is not what the statement promised throws. */
export async function rows<T>(
  db: Queryable,
  row: z.ZodType<T>,
  statement: string | Sql,
  values: unknown[] = [],
): Promise<T[]> {
  const result = await (typeof statement === "string" ? db.query(statement, values) : db.query(statement));
  return z.array(row).parse(result.rows);
}
