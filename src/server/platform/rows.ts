import { setImmediate as breathe } from "node:timers/promises";
import * as z from "zod";
import { sql, type Queryable, type Sql } from "./database";

/** Creating a schema takes longer than parsing with it. */
const lists = new WeakMap<z.ZodType, z.ZodType>();

function getList<T>(row: z.ZodType<T>): z.ZodType<T[]> {
  const list = lists.get(row) ?? z.array(row);
  lists.set(row, list);
  return list as z.ZodType<T[]>;
}

/** Rows parsed before other requests get a turn. */
const parsedAtOnce = 1_000;

/** Throws if a column doesn't match. Create `row` once, not for each call. */
export async function rows<T>(db: Queryable, row: z.ZodType<T>, statement: Sql): Promise<T[]> {
  const result = await db.query(statement);
  const list = getList(row);
  if (result.rows.length <= parsedAtOnce) return list.parse(result.rows);
  const parsed: T[][] = [];
  for (let at = 0; at < result.rows.length; at += parsedAtOnce) {
    if (at > 0) await breathe();
    parsed.push(list.parse(result.rows.slice(at, at + parsedAtOnce)));
  }
  return parsed.flat();
}

const existing = z.object({ exists: z.boolean() });

/** Whether a SELECT returns a row. */
export async function exists(db: Queryable, select: Sql): Promise<boolean> {
  const [found] = await rows(db, existing, sql`SELECT EXISTS (${select}) AS "exists"`);
  return found!.exists;
}
