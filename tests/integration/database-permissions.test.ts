import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { createTestDatabase } from "../support/database";

const role = `app_user_${randomUUID().replaceAll("-", "")}`;
const database = await createTestDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
afterAll(async () => {
  await client.query(`DROP OWNED BY ${role}`);
  await client.query(`DROP ROLE ${role}`);
  await client.end();
  await database.drop();
});

const missing = async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND (
       c.relkind = 'r' AND NOT (
         has_table_privilege($1, c.oid, 'SELECT') AND has_table_privilege($1, c.oid, 'INSERT')
         AND has_table_privilege($1, c.oid, 'UPDATE') AND has_table_privilege($1, c.oid, 'DELETE'))
       OR c.relkind = 'S' AND NOT has_sequence_privilege($1, c.oid, 'USAGE'))`,
    [role],
  );
  return rows.map(({ name }) => name);
};

test("the documented permissions cover all tables and sequences, also of later migrations", async () => {
  await client.query(`CREATE ROLE ${role}`);
  expect(await missing()).toContain("Delay_id_seq");
  const [, documented = ""] =
    /## Database permissions\n[^]*?```sql\n([^]*?)```/.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  await client.query(documented.replaceAll("app_user", role));
  expect(await missing()).toEqual([]);
  await client.query(`CREATE TABLE later (id bigserial)`);
  expect(await missing()).toEqual([]);
});
