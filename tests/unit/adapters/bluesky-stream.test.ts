import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBluesky, heard, items, writtenIn, type Bluesky } from "../../support/bluesky";

let sandbox: Bluesky;
beforeAll(async () => {
  sandbox = await startBluesky();
});
afterAll(() => sandbox.close());
beforeEach(() => {
  sandbox.bluesky.reset();
  sandbox.failures.reset();
});

const never = new AbortController().signal;
const fullnames = (happened: Parameters<typeof writtenIn>[0]) => writtenIn(happened).map(({ fullname }) => fullname);

/** Writes so many, a second apart, and answers their addresses. */
function write(count: number, everyMs = 1_000): string[] {
  return Array.from({ length: count }, (_, at) => {
    sandbox.clock.advance(everyMs);
    return sandbox.bluesky.world.write({ text: `post ${at}` });
  });
}

/** Begins to listen, and answers once the host counts the listener. */
async function listening(url: string, silenceMs?: number) {
  const site = sandbox.connect({ streamUrls: [url], ...(silenceMs && { silenceMs }) });
  const leave = new AbortController();
  const pieces = site.listen(null, leave.signal)[Symbol.asyncIterator]();
  const next = pieces.next();
  next.catch(() => {});
  while (sandbox.bluesky.listeners("one") === 0) await new Promise(setImmediate);
  return { site, next, pieces, leave };
}

describe.each([2, 1] as const)("version %s", (version) => {
  const url = () => sandbox.streamOf("bluesky", version);

  test("tells from now on what is written, deleted, and becomes of accounts", async () => {
    const { world } = sandbox.bluesky;
    const before = world.write({ text: "before" });
    const { pieces, next, leave } = await listening(url());
    sandbox.clock.advance(1_000);
    const uri = world.write({ text: "Tide tables" });
    world.edit(uri, "Tide tables, revised");
    world.delete(before);
    world.become("moss", "deactivated");
    world.become("moss", "active");
    world.become("tuesday", "throttled");
    const reply = world.write({ text: "yes", parent: uri });
    const told = (await next).value!;
    leave.abort();
    expect(await pieces.next()).toEqual({ done: true, value: undefined });
    const author = expect.stringMatching(/^did:plc:[a-z2-7]{24}$/);
    expect(told.happened).toEqual([
      { is: "written", item: expect.objectContaining({ fullname: uri, kind: "post", body: "Tide tables", author }) },
      { is: "deleted", fullname: before },
      { is: "author-gone", author },
      { is: "author-back", author },
      { is: "written", item: expect.objectContaining({ fullname: reply, kind: "comment" }) },
    ]);
    expect(told).toMatchObject({ skipped: 0, gap: null, at: sandbox.clock.now() });
    expect(told.events).toBeGreaterThanOrEqual(7);
    expect(told.cursor.length).toBeLessThanOrEqual(200);
  });

  test("goes on behind a cursor", async () => {
    const site = sandbox.connect({ streamUrls: [url()] });
    const { cursor } = await begun(site);
    const written = write(30);
    const first = await heard(site.listen(cursor, never), items(30));
    expect(new Set(fullnames(first.happened))).toEqual(new Set(written));
    const more = write(5);
    const second = await heard(site.listen(first.cursor, never), (happened) => fullnames(happened).includes(more[4]!));
    expect(fullnames(second.happened)).toEqual(expect.arrayContaining(more));
    // What repeats is what was told within the margin.
    expect(second.happened.length).toBeLessThanOrEqual(version === 1 ? 16 : 5);
    expect([...first.pieces, ...second.pieces].every(({ gap }) => gap === null)).toBe(true);
  });

  test("a cursor older than what is kept leaves a gap that says from when to when", async () => {
    const site = sandbox.connect({ streamUrls: [url()] });
    const { cursor, at } = await begun(site);
    sandbox.clock.advance(60_000);
    write(3);
    sandbox.bluesky.world.options.lookBackSeconds = 3_600;
    sandbox.clock.advance(2 * 3_600_000);
    const [oldest] = write(3);
    const { pieces } = await heard(site.listen(cursor, never), items(3));
    expect(pieces[0]!.gap).toEqual({ from: at, to: sandbox.bluesky.world.known(oldest!) && new Date(sandbox.bluesky.world.known(oldest!).atMs) });
    expect(pieces.slice(1).every(({ gap }) => gap === null)).toBe(true);
  });

  test("a line that is cut ends with an error behind what it told", async () => {
    const site = sandbox.connect({ streamUrls: [url()] });
    const { cursor } = await begun(site);
    const written = write(20);
    sandbox.bluesky.faults.set("one", { cutAfter: 8 });
    const told: string[] = [];
    const broken = (async () => {
      for await (const { happened } of site.listen(cursor, never)) told.push(...fullnames(happened));
    })();
    await expect(broken).rejects.toMatchObject({ name: "SiteError", kind: "unavailable" });
    expect(told.length).toBeGreaterThan(4);
    expect(written).toEqual(expect.arrayContaining(told));
  });

  test("takes no more off the line than is asked for", async () => {
    const site = sandbox.connect({ streamUrls: [url()] });
    const { cursor } = await begun(site);
    const text = "x".repeat(3_000);
    for (let at = 0; at < 20_000; at += 1) sandbox.bluesky.world.write({ text, by: `a${at % 50}` });
    const pieces = site.listen(cursor, never)[Symbol.asyncIterator]();
    const { value } = await pieces.next();
    expect(value!.events).toBeLessThan(5_000);
    const before = process.memoryUsage.rss();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(process.memoryUsage.rss() - before).toBeLessThan(60_000_000);
    await pieces.return!();
    while (sandbox.bluesky.listeners("one") > 0) await new Promise(setImmediate);
  });
});

/** A cursor behind a first post. */
async function begun(site: ReturnType<Bluesky["connect"]>) {
  const pieces = site.listen(null, never)[Symbol.asyncIterator]();
  const next = pieces.next();
  while (sandbox.bluesky.listeners("one") === 0) await new Promise(setImmediate);
  sandbox.clock.advance(1_000);
  sandbox.bluesky.world.write({ text: "first" });
  const { value } = await next;
  await pieces.return!();
  return value!;
}
