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

async function shapeOf(client: pg.Client): Promise<object> {
  return [(await client.query(columnsOf)).rows, (await client.query(indexesOf)).rows];
}

/** User data that must survive every migration, with the columns that all versions have. */
async function measureRetainedHeap(client: pg.Client): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries({
    User: `"id", "email", "passwordHash", "timeZone", "emailFrequency"::text, "emailNotifications"`,
    Watch: `"id", "userId", "keyword", "places", "isActive"`,
    Item: `"fullname", "title", "content", "createdAt"`,
    Notification: `"id", "userId", "watchId", "fullname", "createdAt", "status"::text, "deletedAt"`,
    Delivery: `"id", "userId", "channel"::text, "slot", "status"::text`,
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
  const wanted = await shapeOf(fresh);
  await fresh.end();

  for (let last = 0; last < names.length; last++) {
    const client = await emptyDatabase();
    await migrate(client.url, { folder: folderUpTo(last) });
    await client.connect();
    try {
      const filled = await fillTables(client);
      const before = await measureRetainedHeap(client);
      expect(await migrate(client.url), `from ${names[last]}`).toEqual(names.slice(last + 1));
      expect(await measureRetainedHeap(client), `from ${names[last]}`).toEqual(before);
      expect(await shapeOf(client), `from ${names[last]}`).toEqual(wanted);
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

/** Inserts rows from before feed URLs were hidden, which contain the URL. */
async function fillFeeds(client: pg.Client, feed: string): Promise<void> {
  const [user, watch] = ["00000000-0000-7000-8000-0000000000a1", "00000000-0000-7000-8000-0000000000b1"];
  const gone = "https://gone.example/old/feed?token=hushhush";
  await client.query(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash") VALUES ($1, 'A', 'B', 'a@earshot.example', 'x')`,
    [user],
  );
  await client.query(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint")
     VALUES ($1, $2, 'tidewater', 'tidewater', $3, 'f')`,
    [watch, user, ["reddit:webdev", `feeds:${feed}`]],
  );
  for (const name of [feed, gone]) {
    await client.query(`INSERT INTO "Place" ("site", "name", "displayName") VALUES ('feeds', $1, $1)`, [
      name,
    ]);
    await client.query(`INSERT INTO "PlaceRead" ("site", "place", "kind") VALUES ('feeds', $1, 'post')`, [
      name,
    ]);
    await client.query(
      `INSERT INTO "ListRead" ("site", "place", "nextReadAt", "movedTo", "keys", "listed") VALUES ('feeds', $1, now(), $1, '{}', 0)`,
      [name],
    );
    await client.query(
      `INSERT INTO "PlaceLookup" ("site", "name", "health", "fetchedAt") VALUES ('feeds', $1, 'ok', now())`,
      [name],
    );
    await client.query(
      `INSERT INTO "RecentItem" ("fullname", "kind", "site", "place", "createdAt", "seenAt", "forgetAt") VALUES ($1, 'post', 'feeds', $2, now(), now(), now())`,
      [`feed:${name.length}`, name],
    );
    await client.query(
      `INSERT INTO "Item" ("fullname", "kind", "site", "place", "title", "content", "url", "createdAt", "storedAt", "checkedAt")
       VALUES ($1, 'post', 'feeds', $2, 't', 'c', 'https://blog.example/', now(), now(), now())`,
      [`feed:${name.length}`, name],
    );
    await client.query(
      `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
       VALUES (gen_random_uuid(), $1, $2, $3, 'feeds', $4, 'tidewater', gen_random_uuid(), now())`,
      [user, watch, `feed:${name.length}`, name],
    );
    await client.query(
      `INSERT INTO "Gap" ("id", "site", "place", "kind", "fromAt", "toAt", "foundAt") VALUES (gen_random_uuid(), 'feeds', $1, 'post', now(), now(), now())`,
      [name],
    );
    await client.query(
      `INSERT INTO "SavedView" ("id", "userId", "name", "filters") VALUES (gen_random_uuid(), $1, $2, $3)`,
      [user, name, JSON.stringify({ status: "all", site: "feeds", place: name })],
    );
  }
  await client.query(
    `INSERT INTO "CompiledWatches" ("version", "horizon", "watches", "builtAt", "bytes") VALUES (1, 1, 1, now(), $1)`,
    [Buffer.from(feed)],
  );
}

test("hides feed URLs everywhere, and keeps those that a watch uses", async () => {
  const feed = "https://blog.example:8443/%53tories/feed?token=hushhush";
  const last = names.findIndex((name) => name.endsWith("_place_addresses"));
  const client = await emptyDatabase();
  await migrate(client.url, { folder: folderUpTo(last - 1) });
  await client.connect();
  await fillFeeds(client, feed);
  await migrate(client.url);
  const { rows: retained } = await client.query(`SELECT "name", "encryptedAddress" FROM "PlaceAddress"`);
  expect(retained).toEqual([
    {
      name: expect.stringMatching(/^https:\/\/blog\.example:8443\/~[\da-f-]{36}$/),
      encryptedAddress: `clear.${feed}`,
    },
  ]);
  const [{ name }] = retained;
  const { rows: watches } = await client.query(`SELECT "places" FROM "Watch"`);
  expect(watches).toEqual([{ places: ["reddit:webdev", `feeds:${name}`] }]);
  for (const [table, column] of [
    ["Place", "name"],
    ["PlaceRead", "place"],
    ["ListRead", "place"],
    ["PlaceLookup", "name"],
    ["RecentItem", "place"],
    ["Item", "place"],
    ["Notification", "place"],
    ["Gap", "place"],
  ]) {
    const { rows } = await client.query(`SELECT "${column}" AS place FROM "${table}" WHERE "site" = 'feeds'`);
    const places = rows.map(({ place }) => place as string).sort();
    expect([table, places]).toEqual([table, [name, expect.stringMatching(/^https:\/\/gone\.example\/~/)]]);
  }
  const { rows: links } = await client.query(`SELECT count(*)::int AS n FROM "WatchAddress"`);
  const { rows: rest } = await client.query(
    `SELECT (SELECT string_agg("filters"::text, '') FROM "SavedView") AS views, (SELECT count(*)::int FROM "CompiledWatches") AS compiled,
       (SELECT count("movedTo")::int FROM "ListRead") AS moved`,
  );
  expect(rest).toMatchObject([{ compiled: 0, moved: 0, views: expect.not.stringContaining("hushhush") }]);
  expect(links).toEqual([{ n: 1 }]);
  await client.end();
});
