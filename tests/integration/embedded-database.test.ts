import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { openDatabase, startDatabase } from "../../scripts/database.mjs";

// Only readable by its owner, like a checkout below /root. PostgreSQL, which can't run as root, can't start
// from it.
const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-closed-"));
const directories = ["one", "two", "three", "four"].map((name) => path.join(folder, name));
const elsewhere = new Set<string>();

afterAll(() => {
  for (const left of [folder, ...elsewhere]) rmSync(left, { recursive: true, force: true });
});

async function version(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ server_version: string }>("SHOW server_version")).rows[0]!.server_version;
  } finally {
    await client.end();
  }
}

test("four servers start concurrently from a private folder", async () => {
  const starting = await Promise.allSettled(
    directories.map((directory) => startDatabase({ directory, durable: false })),
  );
  for (const directory of directories) {
    const location = path.join(directory, "location");
    if (existsSync(location)) elsewhere.add(path.dirname(readFileSync(location, "utf8")));
  }
  const started = starting.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  try {
    expect(starting.map((one) => (one.status === "rejected" ? String(one.reason) : "started"))).toEqual(
      directories.map(() => "started"),
    );
    for (const { url } of started) expect(await version(url)).toMatch(/^18\./);
    expect(elsewhere.size).toBe(process.getuid?.() === 0 ? 1 : 0);
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
});

test("moves an unreleased version's database aside with a notice and keeps a current one", async () => {
  const directory = path.join(folder, "aged");
  const result: string[] = [];
  const open = () =>
    openDatabase({ directory, name: "postgres", onMovedAside: (aside: string) => result.push(aside) });
  const request = async (url: string, statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const getPlace = (here: string) => {
    const location = path.join(here, "location");
    return existsSync(location) ? readFileSync(location, "utf8") : here;
  };
  const old = await open();
  await request(
    old.url,
    `CREATE TABLE _prisma_migrations (migration_name text, checksum text, finished_at timestamptz, rolled_back_at timestamptz);
     INSERT INTO _prisma_migrations VALUES ('20260101000000_older', '', now(), NULL)`,
  );
  await old.stop();
  const fresh = await open();
  expect(result).toEqual([`${directory}-old`]);
  expect(await request(fresh.url, `SELECT to_regclass('_prisma_migrations') AS ledger`)).toEqual([
    { ledger: null },
  ]);
  await fresh.stop();
  const again = await open();
  await again.stop();
  expect(result).toHaveLength(1);
  elsewhere.add(path.dirname(getPlace(directory)));
  const retained = await startDatabase({ directory: `${directory}-old` });
  const url = new URL(retained.url);
  url.pathname = "/postgres";
  expect(await request(url.href, "SELECT migration_name FROM _prisma_migrations")).toEqual([
    { migration_name: "20260101000000_older" },
  ]);
  await retained.stop();
});
