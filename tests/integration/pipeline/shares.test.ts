import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { runCron } from "@/server/platform/run";
import { startRun } from "@/server/platform/runs";
import { claimLeases, releaseLeases, renewWorker, workerPrefix } from "@/server/platform/leases";
import { claimShare, joinWorkers, releaseShare } from "@/server/platform/worker-share";

const names = ["poll:a", "poll:b", "poll:c", "poll:d", "poll:e"];
const ttlMs = 15_000;

beforeEach(() => {
  Reflect.deleteProperty(globalThis, "earshotWorkerShare");
  return pool().query(`TRUNCATE "Lease", "Run"`);
});
afterEach(() => vi.useRealTimers());

const getNames = (claimed: { leases: { name: string }[] }) => claimed.leases.map(({ name }) => name).sort();
const joinOther = () => {
  const owner = newId();
  return renewWorker(pool(), { name: `${workerPrefix}${owner}`, owner, ttlMs });
};
const expire = () => pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second'`);

test("a worker claims its share of the sites, the same ones again, and all when the others have ended", async () => {
  const leave = joinWorkers();
  try {
    await expect.poll(async () => (await pool().query(`SELECT FROM "Lease"`)).rowCount).toBe(1);
    await joinOther();
    const owner = newId();
    const first = await claimShare(names, { owner, ttlMs });
    expect(first.leases).toHaveLength(3);
    // A second run of this worker doesn't claim more than its share.
    expect((await claimShare(names, { owner: newId(), ttlMs })).leases).toEqual([]);
    await releaseShare(owner, first.leases);

    const again = await claimShare([...names].reverse(), { owner, ttlMs });
    expect(getNames(again)).toEqual(getNames(first));
    await pool().query(`DELETE FROM "Lease" WHERE "owner" <> $1 AND "name" LIKE 'worker:%'`, [owner]);
    const rest = await claimShare(names, { owner: newId(), ttlMs });
    expect([...getNames(again), ...getNames(rest)].sort()).toEqual(names);
  } finally {
    await leave();
  }
});

test("a worker that ended while the clock was ahead has no share", async () => {
  await joinOther();
  await pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() + interval '3 hours'`);
  const leave = joinWorkers();
  try {
    const own = `SELECT FROM "Lease" WHERE "expiresAt" < clock_timestamp() + interval '1 hour'`;
    await expect.poll(async () => (await pool().query(own)).rowCount).toBe(1);
    expect((await claimShare(names, { owner: newId(), ttlMs })).leases).toHaveLength(names.length);
  } finally {
    await leave();
  }
});

test("a run of an external scheduler claims all free sites", async () => {
  await joinOther();
  await joinOther();
  const { leases } = await claimLeases(pool(), ["poll:b"], { owner: newId(), ttlMs });
  expect(leases).toHaveLength(1);
  const claimed = await claimShare(names, { owner: newId(), ttlMs });
  expect(getNames(claimed)).toEqual(names.filter((name) => name !== "poll:b"));
  await releaseShare(newId(), claimed.leases);
});

test("concurrent claims never overlap", async () => {
  const claims = await Promise.all(
    Array.from({ length: 8 }, () => claimLeases(pool(), names, { owner: newId(), ttlMs })),
  );
  expect(claims.flatMap(getNames).sort()).toEqual(names);
});

test("knows whether the previous owner was killed", async () => {
  const killed = newId();
  await claimLeases(pool(), names, { owner: killed, ttlMs });
  await startRun(pool(), { id: killed, route: "poll", now: new Date(), sites: ["a"] });
  await expire();
  const owner = newId();
  const { leases } = await claimLeases(pool(), names, { owner, ttlMs });
  expect(leases.map(({ followsKill }) => followsKill)).toEqual(names.map(() => true));
  await releaseLeases(pool(), owner);
  const next = await claimLeases(pool(), names, { owner: newId(), ttlMs });
  expect(next.leases.map(({ followsKill }) => followsKill)).toEqual(names.map(() => false));
});

test("a run continues with the sites it still has, and ends when it has lost all", async () => {
  const seen: boolean[][] = [];
  const result = await runCron(
    "poll",
    async ({ leases, ...context }) => {
      const lost = () => [...leases!.values()].map((lease) => lease.lost.aborted);
      await pool().query(`UPDATE "Lease" SET "fence" = "fence" + 1 WHERE "name" = 'poll:a'`);
      await vi.waitFor(() => expect(lost()).toContain(true), { timeout: 30_000 });
      seen.push(lost());
      await pool().query(`UPDATE "Lease" SET "fence" = "fence" + 1`);
      await vi.waitFor(() => expect(lost()).not.toContain(false), { timeout: 30_000 });
      seen.push(lost());
      return { isOver: context.clock() > new Date(0) };
    },
    { leases: ["poll:a", "poll:b"] },
  );
  expect(result).toEqual({ isOver: true });
  expect(seen).toEqual([
    [true, false],
    [true, true],
  ]);
  const { rows } = await pool().query(`SELECT "sites" FROM "Run"`);
  expect(rows).toEqual([{ sites: ["a", "b"] }]);
});

test("a run that can claim nothing is skipped and leaves no row", async () => {
  await claimLeases(pool(), names, { owner: newId(), ttlMs });
  const run = await runCron("poll", async () => ({ ran: true }), { leases: names });
  expect(run).toEqual({ skipped: true });
  expect((await pool().query(`SELECT FROM "Run"`)).rowCount).toBe(0);
});
