import { z } from "zod";
import type { Queryable } from "./database";

/** Runs one statement and parses every row; a column that is not what the statement promised throws. */
export async function rows<T>(
  db: Queryable,
  row: z.ZodType<T>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const result = await db.query(text, values);
  return z.array(row).parse(result.rows);
}
