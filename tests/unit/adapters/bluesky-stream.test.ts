import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readUntil, items, startBluesky, writtenIn, type Bluesky } from "../../support/bluesky";

let sandbox: Bluesky;
beforeAll(async () => {
  sandbox = await startBluesky();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.restore());

const never = new AbortController().signal;
const fullnames = (happened: Parameters<typeof writtenIn>[0]) =>
  writtenIn(happened).map(({ fullname }) => fullname);

describe.each([2, 1] as const)("version %s", (version) => {
  const connect = () => sandbox.connect({ streamUrls: [sandbox.streamOf("bluesky", version)] });

  test("reports new posts, deletions and account changes from now on", async () => {
    const { world } = sandbox.bluesky;
    const before = world.write({ text: "before" });
    const leave = new AbortController();
    const chunks = connect().listen(null, leave.signal)[Symbol.asyncIterator]();
    const next = chunks.next();
    await sandbox.listeners(1);
    sandbox.clock.advance(1_000);
    const uri = world.write({ text: "Tide tables" });
    world.edit(uri, "Tide tables, revised");
    world.delete(before);
    world.become("moss", "deactivated");
    world.become("moss", "active");
    world.become("tuesday", "throttled");
    const reply = world.write({ text: "yes", parent: uri });
    const result = (await next).value!;
    leave.abort();
    expect(await chunks.next()).toEqual({ done: true, value: undefined });
    const author = expect.stringMatching(/^did:plc:[a-z2-7]{24}$/);
    const post = { fullname: uri, kind: "post", body: "Tide tables", author };
    expect(result.happened).toEqual([
      { is: "written", item: expect.objectContaining(post) },
      { is: "deleted", fullname: before },
      { is: "author-gone", author },
      { is: "author-back", author },
      { is: "written", item: expect.objectContaining({ fullname: reply, kind: "comment" }) },
    ]);
    expect(result).toMatchObject({ skipped: 0, gap: null, at: sandbox.clock.now() });
    expect(result.events).toBeGreaterThanOrEqual(7);
    expect(result.cursor.length).toBeLessThanOrEqual(200);
  });

  test("resumes after a cursor", async () => {
    const site = connect();
    const { cursor } = await sandbox.begun(site);
    const written = sandbox.write(30);
    const first = await readUntil(site.listen(cursor, never), items(30));
    expect(new Set(fullnames(first.happened))).toEqual(new Set(written));
    const more = sandbox.write(5);
    const isThere = (happened: Parameters<typeof writtenIn>[0]) => fullnames(happened).includes(more[4]!);
    const second = await readUntil(site.listen(first.cursor, never), isThere);
    expect(fullnames(second.happened)).toEqual(expect.arrayContaining(more));
    // Only posts within the margin are repeated.
    expect(second.happened.length).toBeLessThanOrEqual(version === 1 ? 16 : 5);
    expect([...first.chunks, ...second.chunks].every(({ gap }) => gap === null)).toBe(true);
  });

  test("reports a gap with its times if the cursor is too old", async () => {
    const site = connect();
    const { cursor, at } = await sandbox.begun(site);
    sandbox.write(3);
    sandbox.bluesky.world.options.lookBackSeconds = 3_600;
    sandbox.clock.advance(2 * 3_600_000);
    const [oldest] = sandbox.write(3);
    const { chunks } = await readUntil(site.listen(cursor, never), items(3));
    expect(chunks[0]!.gap).toEqual({ from: at, to: new Date(sandbox.bluesky.world.known(oldest!).atMs) });
    expect(chunks.slice(1).every(({ gap }) => gap === null)).toBe(true);
  });

  test("throws after the received posts if the connection is cut", async () => {
    const site = connect();
    const { cursor } = await sandbox.begun(site);
    const written = sandbox.write(30);
    sandbox.bluesky.faults.set("one", { cutAfter: 20 });
    const result: string[] = [];
    const broken = (async () => {
      for await (const { happened } of site.listen(cursor, never)) result.push(...fullnames(happened));
    })();
    await expect(broken).rejects.toMatchObject({ name: "SiteError", kind: "unavailable" });
    expect(result).toEqual(written.slice(0, result.length));
  });

  test("applies backpressure to a fast stream", async () => {
    const site = connect();
    const { cursor } = await sandbox.begun(site);
    const text = "x".repeat(3_000);
    for (let at = 0; at < 20_000; at += 1) sandbox.bluesky.world.write({ text, by: `a${at % 50}` });
    const chunks = site.listen(cursor, never)[Symbol.asyncIterator]();
    const { value } = await chunks.next();
    expect(value!.events).toBeLessThan(5_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(sandbox.bluesky.sentFrames("one")).toBeLessThan(10_000);
    await chunks.return!();
    await sandbox.listeners(0);
  });

  test("counts and skips unreadable frames", async () => {
    const site = connect();
    const { cursor } = await sandbox.begun(site);
    sandbox.bluesky.faults.set("one", { garbled: 3, bloated: { frames: 1, bytes: 3_000_000 } });
    const written = sandbox.write(20);
    const { happened, chunks } = await readUntil(site.listen(cursor, never), items(15));
    expect(written).toEqual(expect.arrayContaining(fullnames(happened)));
    expect(chunks.reduce((sum, { skipped }) => sum + skipped, 0)).toBe(4);
  });
});
