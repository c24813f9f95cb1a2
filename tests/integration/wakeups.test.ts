import { afterEach, expect, test, vi } from "vitest";
import { env } from "@/env";
import { getHealth } from "@/server/operation/health";
import { closeDatabase, pool } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { onRecorded, wakeListeners } from "@/server/platform/wake";
import { checkWakeups } from "@/server/platform/wakeups";
import { startSilentPooler } from "../support/silent-pooler";

const problem =
  "Notifications from PostgreSQL don't arrive. If DATABASE_URL is a pooler, set DIRECT_DATABASE_URL.";
const { DATABASE_URL, DIRECT_DATABASE_URL } = env();

afterEach(async () => {
  vi.restoreAllMocks();
  Object.assign(env(), { DATABASE_URL, DIRECT_DATABASE_URL });
  await closeDatabase();
});

const wakeups = async () => (await getHealth()).checks.wakeups;

test("reports notifications that don't arrive, with one log line, until they do", async () => {
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const pooler = await startSilentPooler(DATABASE_URL);
  Object.assign(env(), { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: undefined });
  try {
    await closeDatabase();
    await checkWakeups();
    await checkWakeups();
    expect(await wakeups()).toEqual({ ok: false, detail: problem });
    expect((await getHealth()).status).toBe("degraded");
    expect(warn.mock.calls).toEqual([[problem]]);

    env().DIRECT_DATABASE_URL = DATABASE_URL;
    await checkWakeups();
    expect(await wakeups()).toEqual({ ok: true });
    expect(warn).toHaveBeenCalledTimes(1);
  } finally {
    pooler.close();
  }
}, 60_000);

test("replaces a connection that stopped receiving notifications", async () => {
  vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const pooler = await startSilentPooler(DATABASE_URL);
  Object.assign(env(), { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: undefined });
  await closeDatabase();
  let calls = 0;
  const release = onRecorded(() => (calls += 1));
  try {
    await expect.poll(() => calls).toBe(1);
    pooler.recover();
    await checkWakeups();
    expect(await wakeups()).toEqual({ ok: false, detail: problem });
    // Calls once for the loss and once when the new connection is ready.
    await expect.poll(() => calls).toBe(3);
    await checkWakeups();
    expect(await wakeups()).toEqual({ ok: true });
    await wakeListeners(pool());
    await expect.poll(() => calls).toBe(4);
  } finally {
    release();
    pooler.close();
  }
}, 60_000);

test("checks without waking listeners, which recordings still do", async () => {
  let calls = 0;
  const release = onRecorded(() => (calls += 1));
  try {
    // The connection calls listeners once when it is ready.
    await expect.poll(() => calls).toBe(1);
    await checkWakeups();
    expect(await wakeups()).toEqual({ ok: true });
    expect(calls).toBe(1);
    await wakeListeners(pool());
    await expect.poll(() => calls).toBe(2);
  } finally {
    release();
  }
});

test("keeps the last result while the database is unavailable", async () => {
  await checkWakeups();
  const warn = vi.spyOn(log(), "warn").mockImplementation(() => undefined);
  const pooler = await startSilentPooler(DATABASE_URL);
  pooler.close();
  Object.assign(env(), { DATABASE_URL: pooler.url, DIRECT_DATABASE_URL: pooler.url });
  await closeDatabase();
  await checkWakeups();
  expect(warn).not.toHaveBeenCalled();
  Object.assign(env(), { DATABASE_URL, DIRECT_DATABASE_URL });
  await closeDatabase();
  expect(await wakeups()).toEqual({ ok: true });
}, 60_000);
