#!/usr/bin/env node
// Applies prisma/migrations/*/migration.sql in order and maintains Prisma's own migrations table.
// docs/decisions/002-migrations.md explains why we don't use `prisma migrate deploy`.
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { readSettingsFile } from "./settings-file.mjs";

const migrationsFolder = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));
/** Advisory lock key. Any constant works. */
const lockKey = 7_244_012_026;

const createLedger = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/** Returns the migrations on disk by name: { name, sql, checksum }. */
export function listMigrations(folder = migrationsFolder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = readFileSync(path.join(folder, name, "migration.sql"));
      return {
        name,
        sql: bytes.toString("utf8"),
        checksum: createHash("sha256").update(bytes).digest("hex"),
      };
    });
}

/**
 * Migrates the database at `url`, creating it if it is missing, and returns the names of the applied
 * migrations. Each migration is one transaction, and concurrent runs wait for each other. Throws if an
 * applied migration differs from the one on disk, or if a migration by another tool is incomplete.
 */
export async function migrate(url, { folder = migrationsFolder } = {}) {
  await createMissingDatabase(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    await client.query(createLedger);
    const pending = await findPending(client, listMigrations(folder));
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

async function createMissingDatabase(url) {
  const probe = new pg.Client({ connectionString: url });
  try {
    await probe.connect();
    return;
  } catch (error) {
    if (error.code !== "3D000") throw error;
  } finally {
    await probe.end().catch(() => undefined);
  }
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = new pg.Client({ connectionString: maintenance.href });
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** True if the database is from before the first release, which has no migration path. */
export async function isFromBefore(url, { folder = migrationsFolder } = {}) {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return lacksGround(await listApplied(client), listMigrations(folder));
  } catch (error) {
    // The database or the migrations table doesn't exist yet.
    if (error.code === "3D000" || error.code === "42P01") return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function listApplied(client) {
  const { rows } = await client.query(
    "SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL",
  );
  return rows;
}

function lacksGround(rows, [ground]) {
  return rows.length > 0 && !rows.some((row) => row.migration_name === ground.name);
}

async function findPending(client, migrations) {
  const rows = await listApplied(client);
  if (lacksGround(rows, migrations)) {
    throw new Error(
      "This database was created before Earshot 0.1.0 and can't be migrated. Use an empty one.",
    );
  }
  const applied = new Map(rows.map((row) => [row.migration_name, row]));
  for (const row of rows) {
    if (row.finished_at === null) {
      throw new Error(
        `Migration ${row.migration_name} was started but not finished. Resolve it by hand first.`,
      );
    }
  }
  for (const { name, checksum } of migrations) {
    const row = applied.get(name);
    if (row && row.checksum !== checksum) {
      throw new Error(`Migration ${name} was changed after it was applied. Restore the file.`);
    }
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

async function apply(client, { name, sql, checksum }) {
  try {
    await client.query("BEGIN");
    await client.query(sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, transaction_timestamp(), clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw new Error(`Migration ${name} failed and was rolled back: ${error.message}`, { cause: error });
  }
}

async function main() {
  const settings = readSettingsFile();
  const url = settings.DIRECT_DATABASE_URL ?? settings.DATABASE_URL;
  if (!url) throw new Error("Set DATABASE_URL (or DIRECT_DATABASE_URL) to the database to migrate.");
  const applied = await migrate(url);
  console.log(applied.length ? `Applied: ${applied.join(", ")}` : "Nothing to migrate.");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error) => {
    console.error(error.message || error.code || error);
    process.exitCode = 1;
  });
}
