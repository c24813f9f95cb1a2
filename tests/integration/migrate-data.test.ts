import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { listMigrations, migrate } from "../../scripts/migrate.mjs";
import { createEmptyDatabase, type TestDatabase } from "../support/database";
import { fillTables } from "../support/filled-tables";

const made: TestDatabase[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const names = listMigrations().map(({ name }) => name);

/** Copies the migrations up to one, like an earlier version of the product. */
function folderUpTo(last: number): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-migrations-"));
  folders.push(folder);
  for (const name of names.slice(0, last + 1))
    cpSync(path.join("prisma/migrations", name), path.join(folder, name), { recursive: true });
  return folder;
}

async function emptyDatabase(): Promise<pg.Client & { url: string }> {
  const database = await createEmptyDatabase();
  made.push(database);
  return Object.assign(new pg.Client({ connectionString: database.url }), { url: database.url });
}

const columnsOf = `SELECT table_name, column_name, data_type, is_nullable, column_default
  FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2`;
const indexesOf = `SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2`;

async function getShape(client: pg.Client): Promise<object> {
  return [(await client.query(columnsOf)).rows, (await client.query(indexesOf)).rows];
}

/** User data that must survive every migration, with the columns that all versions have. */
async function rowsIn(client: pg.Client): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries({
    User: `"id", "email", "passwordHash", "timeZone", "emailFrequency"::text, "emailNotifications"`,
    Watch: `"id", "userId", "keyword", "places", "isActive"`,
    Item: `"fullname", "title", "content", "createdAt"`,
    Notification: `"id", "userId", "watchId", "fullname", "createdAt", "status"::text, "deletedAt"`,
    Delivery: `"id", "userId", "channel"::text, "dedupeKey", "status"::text`,
    Destination: `"id", "userId", "channel"::text, "encryptedAddress"`,
    PlaceRead: `"site", "place", "kind"::text, "readAt"`,
    Session: `"id", "userId", "expiresAt"`,
    Subscription: `"userId", "status"`,
  })) {
    stored[table] = (await client.query(`SELECT ${columns} FROM "${table}" ORDER BY 1, 2`)).rows;
  }
  return stored;
}

// Includes the latest state, which must stay unchanged.
test("migrates every earlier state with data to the same schema without losing user data", async () => {
  const fresh = await emptyDatabase();
  await migrate(fresh.url);
  await fresh.connect();
  const wanted = await getShape(fresh);
  await fresh.end();

  for (let last = 0; last < names.length; last++) {
    const client = await emptyDatabase();
    await migrate(client.url, { folder: folderUpTo(last) });
    await client.connect();
    try {
      const filled = await fillTables(client);
      const before = await rowsIn(client);
      expect(await migrate(client.url), `from ${names[last]}`).toEqual(names.slice(last + 1));
      expect(await rowsIn(client), `from ${names[last]}`).toEqual(before);
      expect(await getShape(client), `from ${names[last]}`).toEqual(wanted);
      expect(await migrate(client.url)).toEqual([]);
      expect(filled.length).toBeGreaterThan(15);
    } finally {
      await client.end();
    }
  }
});

test("concurrent processes apply each migration once to an earlier state with data", async () => {
  const client = await emptyDatabase();
  await migrate(client.url, { folder: folderUpTo(0) });
  await client.connect();
  try {
    await fillTables(client);
    const applied = await Promise.all([migrate(client.url), migrate(client.url), migrate(client.url)]);
    expect(applied.flat()).toEqual(names.slice(1));
    const { rows } = await client.query(`SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1`);
    expect(rows.map(({ name }) => name)).toEqual(names);
  } finally {
    await client.end();
  }
});
