import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { StreamEvent, StreamBatch } from "@/domain/reading/stream";
import { SiteError } from "@/domain/reading/site-error";
import { readUntil, items, startBluesky, writtenIn, type Bluesky } from "../../support/bluesky";

let sandbox: Bluesky;
beforeAll(async () => {
  sandbox = await startBluesky();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.restore());

const never = new AbortController().signal;

/** Listens until the stream fails. Returns the error. */
async function ended(chunks: AsyncIterable<StreamBatch>): Promise<{ error: unknown; result: string[] }> {
  const result: string[] = [];
  try {
    for await (const { happened } of chunks)
      result.push(...writtenIn(happened).map(({ fullname }) => fullname));
  } catch (error) {
    return { error, result };
  }
  throw new Error("it ended without an error");
}

const streams = "subscribeEvents$";
const issues: [string, (of: Bluesky) => void, Partial<SiteError>][] = [
  ["503", ({ failures }) => failures.set({ ...bluesky, mode: "json", status: 503 }), { kind: "unavailable" }],
  [
    "a page",
    ({ failures }) => failures.set({ ...bluesky, mode: "html", status: 200 }),
    { kind: "malformed" },
  ],
  ["429", ({ failures }) => failures.set({ ...bluesky, mode: "too-many" }), { kind: "rate-limited" }],
  ["403", ({ failures }) => failures.set({ ...bluesky, mode: "blocked" }), { kind: "blocked" }],
  ["no response", ({ failures }) => failures.set({ ...bluesky, mode: "cut" }), { kind: "unavailable" }],
  [
    "silence before the first event",
    ({ failures }) => failures.set({ ...bluesky, mode: "silence" }),
    { kind: "unavailable" },
  ],
  [
    "an immediate close",
    ({ bluesky: { faults } }) => faults.set("one", { endedAtOnce: 1 }),
    { kind: "unavailable" },
  ],
  ["too slow", ({ bluesky: { faults } }) => faults.set("one", { tooSlowEvents: 5 }), { reason: "too-slow" }],
  ["no JSON", ({ bluesky: { faults } }) => faults.set("one", { garbled: 50 }), { kind: "malformed" }],
  [
    "an endless frame",
    ({ bluesky: { faults } }) => faults.set("one", { bloated: { frames: 1, bytes: 20_000_000 } }),
    { kind: "unavailable" },
  ],
];
const bluesky = { service: "bluesky", path: streams, count: 1, waitSeconds: 5 } as const;

test.each(issues)(
  "%s: throws an error, and the next host continues without losing posts",
  async (_, begin, expected) => {
    const site = sandbox.connect({ timeoutMs: 700 });
    const { cursor } = await sandbox.begun(site);
    const written = sandbox.write(25);
    begin(sandbox);
    const { error, result } = await ended(site.listen(cursor, never));
    expect(error).toBeInstanceOf(SiteError);
    expect(error).toMatchObject({ ...expected, requested: true });
    expect(result.every((one) => written.includes(one))).toBe(true);
    const { happened, chunks } = await readUntil(site.listen(cursor, never), items(25));
    expect(writtenIn(happened).map(({ fullname }) => fullname)).toEqual(expect.arrayContaining(written));
    expect(chunks.every(({ gap }) => gap === null)).toBe(true);
    // By time, because sequence numbers are host-specific.
    const requested = sandbox.bluesky.requested.at(-1)!;
    expect(Number(new URLSearchParams(requested.split("?")[1]).get("cursor"))).toBeGreaterThan(1e15);
    expect(chunks.at(-1)!.cursor.split(" ")[0]).not.toBe(cursor.split(" ")[0]);
  },
);

test("ends without an error when aborted at any time", async () => {
  const site = sandbox.connect();
  const { cursor } = await sandbox.begun(site);
  sandbox.write(3);
  for (const afterMs of [0, 5, 50]) {
    const leave = new AbortController();
    setTimeout(() => leave.abort(), afterMs);
    await readUntil(site.listen(cursor, leave.signal), () => false);
    await sandbox.listeners(0);
  }
  const gone = AbortSignal.abort();
  expect(await readUntil(site.listen(cursor, gone), items(1))).toMatchObject({ chunks: [] });
});

test("returns to the first host after the last", async () => {
  const site = sandbox.connect();
  const { cursor } = await sandbox.begun(site);
  sandbox.write(3);
  for (const name of ["one", "two"] as const) {
    sandbox.bluesky.faults.set(name, { endedAtOnce: 1 });
    await ended(site.listen(cursor, never));
  }
  await readUntil(site.listen(cursor, never), items(3));
  expect(sandbox.bluesky.requested.at(-1)).toMatch(/cursor=2466/);
});

test("resumes earlier on the next host if the previous one lagged", async () => {
  const site = sandbox.connect();
  sandbox.bluesky.faults.set("one", { lagMs: 300_000 });
  const chunks = site.listen(null, never)[Symbol.asyncIterator]();
  const next = chunks.next();
  await sandbox.listeners(1);
  const written = sandbox.write(60, 10_000);
  const { cursor, happened: result } = (await next).value!;
  await chunks.return!();
  expect(writtenIn(result).map(({ fullname }) => fullname)).toEqual(written.slice(0, 30));
  sandbox.bluesky.faults.set("one", { endedAtOnce: 1 });
  await ended(site.listen(cursor, never));
  const { happened } = await readUntil(site.listen(cursor, never), items(30));
  expect(writtenIn(happened).map(({ fullname }) => fullname)).toEqual(
    expect.arrayContaining(written.slice(30)),
  );
});

test("starts now and reports a gap if a host rejects both number and time", async () => {
  const site = sandbox.connect();
  const { cursor, at } = await sandbox.begun(site);
  sandbox.bluesky.faults.set("one", { refusesTimes: true });
  sandbox.bluesky.world.options.lookBackSeconds = 60;
  sandbox.clock.advance(600_000);
  const chunks = site.listen(cursor, never)[Symbol.asyncIterator]();
  const next = chunks.next();
  await sandbox.listeners(1);
  sandbox.write(1);
  expect((await next).value!.gap).toEqual({ from: at, to: sandbox.clock.now() });
  await chunks.return!();
});

describe("silence", () => {
  /** Writes `count` posts within `overMs` of stream time. */
  function usually(count: number, overMs: number) {
    for (let at = 0; at < count; at += 1) {
      sandbox.clock.advance(overMs / count);
      sandbox.bluesky.world.write({ text: "usual" });
    }
  }

  test("ends a busy stream with an error", async () => {
    const site = sandbox.connect({ silenceMs: 300 });
    const { cursor } = await sandbox.begun(site);
    usually(30_000, 10_000);
    const { cursor: later } = await readUntil(site.listen(cursor, never), items(30_000));
    sandbox.bluesky.faults.set("one", { isSilent: true });
    const chunks = ended(site.listen(later, never));
    await sandbox.listeners(1);
    usually(50, 1_000);
    expect((await chunks).error).toMatchObject({ kind: "unavailable", reason: "silent" });
  });

  test("reconnects a quiet stream", async () => {
    const site = sandbox.connect({ silenceMs: 10 });
    const { cursor } = await sandbox.begun(site);
    usually(5, 3_600_000);
    const { cursor: later } = await readUntil(site.listen(cursor, never), items(5));
    const chunks = readUntil(site.listen(later, never), items(1));
    const before = sandbox.bluesky.requested.length;
    while (sandbox.bluesky.requested.length < before + 3)
      await new Promise((resolve) => setTimeout(resolve, 10));
    const [uri] = sandbox.write(1);
    expect(writtenIn((await chunks).happened).map(({ fullname }) => fullname)).toEqual([uri]);
  });
});

test("opens a second connection in version 1 when it catches up, without losing posts", async () => {
  const site = sandbox.connect({ streamUrls: [sandbox.streamOf("bluesky", 1)] });
  const { cursor } = await sandbox.begun(site);
  const written = sandbox.write(20, 200);
  sandbox.bluesky.faults.set("one", { deafMs: 2_000 });
  const addresses = (happened: readonly StreamEvent[]) =>
    new Set(writtenIn(happened).map(({ fullname }) => fullname));
  const chunks = readUntil(site.listen(cursor, never), (happened) => addresses(happened).size > 60);
  for (let at = 0; at < 40; at += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    written.push(...sandbox.write(1, 200));
  }
  // Posts from before the cursor can be repeated.
  expect([...addresses((await chunks).happened)]).toEqual(expect.arrayContaining(written));
  expect(sandbox.bluesky.requested.filter((one) => one.startsWith("/subscribe"))).toHaveLength(4);
});
