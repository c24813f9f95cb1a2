import { createHash } from "node:crypto";
import type pg from "pg";

const rowsPerTable = 8;

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** Of an enum its values, else empty. */
  values: string[];
}

const listColumns = `SELECT c.table_name AS "table", c.column_name AS "name", c.udt_name AS "type",
    c.is_nullable = 'YES' AS "isNullable",
    coalesce((SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e
      JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = c.udt_name), '{}') AS "values"
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'
    AND c.is_generated = 'NEVER' ORDER BY c.table_name, c.ordinal_position`;

/** The same nth row everywhere: whatever refers to another table finds its nth row there. */
function valueOf({ table, name, type, isNullable, values }: Column, n: number): unknown {
  const chance = createHash("sha256").update(`${table} ${name} ${n}`).digest()[0]!;
  if (isNullable && chance % 2 === 0) return null;
  if (type.startsWith("_") && type !== "_text") return "{}";
  if (values.length > 0) return values[n % values.length];
  if (type === "uuid") return `00000000-0000-7000-8000-00000000000${n}`;
  if (type === "timestamptz") return new Date(Date.UTC(2026, 9, n));
  if (type === "date") return `2026-10-0${n}`;
  if (type === "bool") return true;
  if (/^(int|float|numeric)/.test(type)) return n;
  if (type === "_text") return [`sub${n}`];
  if (type === "json" || type === "jsonb") return "{}";
  if (type === "bytea") return Buffer.from([n]);
  if (name === "place" || (table === "Place" && name === "name")) return `sub${n}`;
  // What was there before sites had names was all of one.
  if (name === "site") return "reddit";
  // One of two words by a check, which no enum tells of.
  if (name === "scope") return n % 2 === 0 ? "read" : "write";
  return `${name} ${n}`;
}

/** Puts rows into every table as it is now, and answers the tables' names. */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<Column>(listColumns);
  const tables = [...new Set(columns.map(({ table }) => table))];
  // A table whose rows refer to one that is still empty waits for it.
  const waiting = [...tables];
  for (let tries = 0; waiting.length > 0; tries++) {
    if (tries > tables.length ** 2) throw new Error(`no order to fill ${waiting.join(", ")} in`);
    const table = waiting.shift()!;
    if (
      !(await fillTable(
        client,
        columns.filter((column) => column.table === table),
      ))
    )
      waiting.push(table);
  }
  return tables;
}

async function fillTable(client: pg.Client, columns: readonly Column[]): Promise<boolean> {
  const table = columns[0]!.table;
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  const places = columns.map((_, at) => `$${at + 1}`).join(", ");
  for (let n = 1; n <= rowsPerTable; n++) {
    const values = columns.map((column) => valueOf(column, n));
    try {
      // A row that a trigger has made already stands.
      await client.query(
        `INSERT INTO "${table}" (${names}) VALUES (${places}) ON CONFLICT DO NOTHING`,
        values,
      );
    } catch (error) {
      const { code } = error as { code?: string };
      // A check that its first row passes lets in no other: it is a table of one row.
      if (code === "23514" && n === 2) return true;
      if (code !== "23503") throw error;
      return false;
    }
  }
  return true;
}
