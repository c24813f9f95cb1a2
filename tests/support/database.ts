import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

export interface TestDatabase {
  url: string;
  drop: () => Promise<void>;
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("adminUrl") });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A separate database, copied from the migrated template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(` TEMPLATE ${pg.escapeIdentifier(inject("template"))}`);
}

/** An empty database, without migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase("");
}

async function createDatabase(from: string): Promise<TestDatabase> {
  const name = `earshot_test_${randomUUID().replaceAll("-", "")}`;
  await asAdmin(`CREATE DATABASE ${name}${from}`);
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}
