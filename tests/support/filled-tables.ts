import { createHash } from "node:crypto";
import type pg from "pg";

const rowsPerTable = 8;

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** The values of an enum, otherwise empty. */
  values: string[];
}

const listColumns = `SELECT c.table_name AS "table", c.column_name AS "name", c.udt_name AS "type",
    c.is_nullable = 'YES' AS "isNullable",
    coalesce((SELECT array_agg(e.enumlabel::text ORDER BY e.enumsortorder) FROM pg_enum e
      JOIN pg_type t ON t.oid = e.enumtypid WHERE t.typname = c.udt_name), '{}') AS "values"
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> '_prisma_migrations'
    AND c.is_generated = 'NEVER' ORDER BY c.table_name, c.ordinal_position`;

/** Returns the value for the nth row of a table. References point to the nth row of the other table. */
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
  // All rows from before sites had names belong to one site.
  if (name === "site") return "reddit";
  // A check constraint allows two words, and there is no enum for it.
  if (name === "scope") return n % 2 === 0 ? "read" : "write";
  return `${name} ${n}`;
}

/** Inserts rows into every table of the current schema and returns the table names. */
export async function fillTables(client: pg.Client): Promise<string[]> {
  const { rows: columns } = await client.query<Column>(listColumns);
  const tables = [...new Set(columns.map(({ table }) => table))];
  // A table that refers to an empty table is filled later.
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
      // A trigger has possibly created the row already.
      await client.query(
        `INSERT INTO "${table}" (${names}) VALUES (${places}) ON CONFLICT DO NOTHING`,
        values,
      );
    } catch (error) {
      const { code } = error as { code?: string };
      // If a check accepts the first row and rejects the second, the table can have only one row.
      if (code === "23514" && n === 2) return true;
      if (code !== "23503") throw error;
      return false;
    }
  }
  return true;
}
