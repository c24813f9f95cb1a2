import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { pool, prisma, transaction } from "@/server/platform/database";
import { inBackground, recordAccount, sharedByRequests, working } from "@/server/platform/work";
import { countWaiting, holdTable } from "../support/locked-table";

// Requests and background work can use three connections each, an account two.
process.env.DATABASE_POOL = "4";

const second = "a second connection was requested while holding one";
const shown = async () => (await pool().query("SHOW statement_timeout")).rows[0].statement_timeout as string;
const pid = async () => (await pool().query("SELECT pg_backend_pid() AS pid")).rows[0].pid as number;

const countUsers = () => pool().query(`SELECT count(*) FROM "User"`);

let release: (() => Promise<void>) | undefined;
afterEach(async () => {
  await release?.();
  release = undefined;
});

test.each([
  ["statements", () => pool().query("SELECT 1")],
  ["nested transactions", () => transaction(async () => undefined)],
  ["transactions by Prisma", () => prisma().$transaction(async () => undefined)],
  ["shared Prisma queries", () => sharedByRequests(async () => await prisma().user.count())],
  ["shared work", () => sharedByRequests(() => pool().query("SELECT 1"))],
  ["background work", () => inBackground(() => pool().query("SELECT 1"))],
  ["statements after an await", async () => (await sleep(1), pool().query("SELECT 1"))],
])("throws for %s inside a transaction", async (_what, work) => {
  await expect(transaction(work as () => Promise<unknown>)).rejects.toThrow(second);
  expect(pool().idleCount).toBe(pool().totalCount);
});

const place = { site: "reddit", name: "joined" };
const countPlaces = () => prisma().place.count({ where: place });

test("lets Prisma join the transaction, and only that one", async () => {
  let outside: number | undefined;
  const failed = transaction(async (tx) => {
    await prisma().place.create({ data: { ...place, displayName: "joined" } });
    expect((await tx.query(`DELETE FROM "Place" WHERE "name" = 'joined'`)).rowCount).toBe(1);
    await prisma().place.create({ data: { ...place, displayName: "joined" } });
    outside = await working({ kind: "request" }, async () => await countPlaces());
    expect(await Promise.all([countPlaces(), countPlaces()])).toEqual([1, 1]);
    throw new Error("stop");
  });
  await expect(failed).rejects.toThrow("stop");
  expect([outside, await countPlaces()]).toEqual([0, 0]);
  expect(pool().idleCount).toBe(pool().totalCount);
});

test("returns Prisma to the pool after the commit", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => void (end = resolve));
  const later = await transaction(async () => ({ done: ended.then(async () => await countPlaces()) }));
  end();
  expect(await later.done).toBe(0);
});

test("allows work started in a transaction to use the pool after the commit", async () => {
  let end = () => {};
  const ended = new Promise<void>((resolve) => void (end = resolve));
  const later = await transaction(async () => ({ done: ended.then(() => pool().query("SELECT 1")) }));
  end();
  expect((await later.done).rowCount).toBe(1);
});

test("sets the time limit per statement and leaves the connection without one", async () => {
  const inTransaction = () =>
    transaction(async (tx) => (await tx.query("SHOW statement_timeout")).rows[0].statement_timeout as string);
  expect([await shown(), await inTransaction()]).toEqual(["5s", "5s"]);
  expect(await inBackground(async () => [await shown(), await inTransaction()])).toEqual(["30s", "30s"]);
  expect(await working({ kind: "export" }, shown)).toBe("5min");
  const client = await pool().connect();
  expect((await client.query("SHOW statement_timeout")).rows).toEqual([{ statement_timeout: "0" }]);
  client.release();
});

test("reuses the connection after a failed statement", async () => {
  const before = await pid();
  await expect(pool().query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
  expect(await pid()).toBe(before);
});

test("cancels the statement when the client disconnects and closes its connection", async () => {
  const before = await pid();
  const client = new AbortController();
  release = await holdTable("User");
  // Exports have a time limit longer than this test.
  const left = working({ kind: "export", signal: client.signal }, async () => await prisma().user.count());
  const refused = expect(left).rejects.toMatchObject({ code: "CLIENT_DISCONNECTED" });
  await expect.poll(countWaiting).toBe(1);
  client.abort();
  await refused;
  expect(await countWaiting()).toBe(0);
  expect(await pid()).not.toBe(before);
  const late = working({ kind: "request", signal: client.signal }, () => pool().query("SELECT 1"));
  await expect(late).rejects.toMatchObject({ code: "CLIENT_DISCONNECTED" });
});

test("runs nothing for a client that disconnected while it waited for a connection", async () => {
  release = await holdTable("User");
  const busy = Array.from({ length: 3 }, countUsers);
  await expect.poll(countWaiting).toBe(3);
  const client = new AbortController();
  const waiting = working({ kind: "request", signal: client.signal }, countUsers);
  const refused = expect(waiting).rejects.toMatchObject({ code: "CLIENT_DISCONNECTED" });
  client.abort();
  await release();
  await refused;
  await Promise.all(busy);
});

test("continues shared work when the first client disconnects", async () => {
  const first = new AbortController();
  release = await holdTable("User");
  const shared = working({ kind: "request", signal: first.signal }, () => sharedByRequests(countUsers));
  await expect.poll(countWaiting).toBe(1);
  first.abort();
  await sleep(300);
  await release();
  expect((await shared).rowCount).toBe(1);
});

const asAccount = <T>(id: string, work: () => Promise<T>) =>
  working({ kind: "request" }, () => (recordAccount(id), work()));

test("limits an account to its share of the connections", async () => {
  release = await holdTable("User");
  const busy = Array.from({ length: 10 }, () => asAccount("one", countUsers));
  const ended = Promise.allSettled(busy);
  await expect.poll(countWaiting).toBe(2);
  expect(await asAccount("other", () => pid())).toEqual(expect.any(Number));
  await release();
  expect((await ended).every(({ status }) => status === "fulfilled")).toBe(true);
});

test("keeps connections free for background work during many requests, and vice versa", async () => {
  release = await holdTable("User");
  const requests = Promise.allSettled(Array.from({ length: 10 }, countUsers));
  await expect.poll(countWaiting).toBe(3);
  expect(await inBackground(pid)).toEqual(expect.any(Number));
  await release();
  await requests;
  release = await holdTable("User");
  const runs = Promise.allSettled(Array.from({ length: 10 }, () => inBackground(countUsers)));
  await expect.poll(countWaiting).toBe(3);
  expect(await pid()).toEqual(expect.any(Number));
  await release();
  await runs;
});
