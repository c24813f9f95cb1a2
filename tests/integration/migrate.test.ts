import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { listMigrations, migrate } from "../../scripts/migrate.mjs";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "../support/database";

const made: TestDatabase[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  made.push(database);
  return database.url;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function copyOfMigrations(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-migrations-"));
  folders.push(folder);
  cpSync("prisma/migrations", folder, { recursive: true });
  return folder;
}

function addMigration(folder: string, name: string, sql: string): void {
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, "migration.sql"), sql);
}

function runMigrate(url: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["scripts/migrate.mjs"], {
    env: { ...process.env, DATABASE_URL: url, DIRECT_DATABASE_URL: "" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

const names = listMigrations().map(({ name }) => name);

test("applies every migration to an empty database, and none the second time", async () => {
  const url = await emptyDatabase();
  expect(await migrate(url)).toEqual(names);
  expect(await migrate(url)).toEqual([]);
  const rows = await query(url, "SELECT * FROM _prisma_migrations ORDER BY migration_name");
  expect(rows.map((row) => row.migration_name)).toEqual(names);
  for (const row of rows) {
    expect(row).toMatchObject({ applied_steps_count: 1, rolled_back_at: null, logs: null });
    expect(row.checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(row.finished_at).toBeInstanceOf(Date);
  }
});

test("creates a missing database, and two concurrent starts apply each migration once", async () => {
  const database = await createTestDatabase();
  await database.drop();
  made.push(database);
  const runs = await Promise.all([runMigrate(database.url), runMigrate(database.url)]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0]);
  expect(runs.map(({ output }) => output).sort()).toEqual([
    `Applied: ${names.join(", ")}\n`,
    "Nothing to migrate.\n",
  ]);
  const rows = await query(database.url, "SELECT migration_name FROM _prisma_migrations");
  expect(rows).toHaveLength(names.length);
});

test("runs bodies quoted with $$ as one statement", async () => {
  const url = await emptyDatabase();
  const folder = copyOfMigrations();
  addMigration(
    folder,
    "29990101000000_body",
    "CREATE FUNCTION two() RETURNS int LANGUAGE plpgsql AS $$ BEGIN PERFORM 1; RETURN 2; END $$; CREATE TABLE x();",
  );
  await migrate(url, { folder });
  expect(await query(url, "SELECT two()")).toEqual([{ two: 2 }]);
});

test("rolls back a failed migration and continues once it is fixed", async () => {
  const url = await emptyDatabase();
  const folder = copyOfMigrations();
  const name = "29990101000000_wrong";
  addMigration(folder, name, "CREATE TABLE half(); CREATE TABLE half();");
  await expect(migrate(url, { folder })).rejects.toThrow(`Migration ${name} failed`);
  expect(await query(url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  writeFileSync(path.join(folder, name, "migration.sql"), "CREATE TABLE half();");
  expect(await migrate(url, { folder })).toEqual([name]);
});

test("refuses to run if an applied migration was changed", async () => {
  const url = await emptyDatabase();
  const folder = copyOfMigrations();
  await migrate(url, { folder });
  writeFileSync(path.join(folder, names[0]!, "migration.sql"), "SELECT 1;");
  await expect(migrate(url, { folder })).rejects.toThrow("was changed after it was applied");
});

test("refuses to run if a migration was started but not finished", async () => {
  const url = await emptyDatabase();
  await migrate(url);
  await query(url, "UPDATE _prisma_migrations SET finished_at = NULL");
  await expect(migrate(url)).rejects.toThrow("started but not finished");
});

test("rejects an unreleased version's database with a one-line error and leaves it unchanged", async () => {
  const url = await emptyDatabase();
  await migrate(url);
  await query(url, `UPDATE _prisma_migrations SET migration_name = '2025_' || migration_name`);
  const { code, output } = await runMigrate(url);
  expect([code, output.trim()]).toEqual([
    1,
    "This database was created before Earshot 0.1.0 and can't be migrated. Use an empty one.",
  ]);
  expect(await query(url, `SELECT count(*)::int AS n FROM _prisma_migrations`)).toEqual([
    { n: names.length },
  ]);
});
