import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startBluesky, type Bluesky } from "../../support/bluesky";
import { getDid } from "../../../sandbox/bluesky/shapes";

let sandbox: Bluesky;
beforeAll(async () => {
  sandbox = await startBluesky();
});
afterAll(() => sandbox.close());
beforeEach(() => sandbox.restore());

const api = async (path: string) => {
  const response = await fetch(`${sandbox.url}/bluesky/xrpc/${path}`);
  return { status: response.status, ...((await response.json()) as Record<string, unknown>) };
};
const control = async (path: string, fields: object) => {
  const response = await fetch(`${sandbox.url}/control${path}`, {
    method: "POST",
    body: JSON.stringify(fields),
  });
  const result = (await response.json()) as Record<string, unknown>;
  return { ...result, status: response.status };
};
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise(setImmediate);
};
const page = (form?: Record<string, string>) =>
  fetch(`${sandbox.url}/bluesky/write`, {
    redirect: "manual",
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  });

test("generates the same events for the same seed, at the configured rate", async () => {
  const result = async () => {
    await sandbox.restore();
    sandbox.clock.set(Date.parse("2026-11-20T12:00:00Z"));
    await control("/bluesky", { perSecond: 500 });
    sandbox.clock.advance(20_000);
    const { world } = sandbox.bluesky;
    const { from, to } = world.kept();
    return Array.from({ length: to - from }, (_, at) => world.at(from + at));
  };
  const first = await result();
  expect(await result()).toEqual(first);
  expect(first.length).toBeGreaterThan(9_000);
  expect(first.length).toBeLessThan(11_000);
  const posts = first.filter(({ collection }) => collection === "app.bsky.feed.post");
  expect(posts.length / first.length).toBeCloseTo(1 / 9, 1);
});

test("the API shows existing posts, except posts by deleted accounts", async () => {
  const { world } = sandbox.bluesky;
  const [stands, gone, ended] = ["moss", "moss", "mjx"].map((by) => world.write({ text: "x", by }));
  world.delete(gone!);
  world.become("mjx", "suspended");
  const requested = [stands, gone, ended].map((uri) => `uris=${encodeURIComponent(uri!)}`).join("&");
  expect(await api(`app.bsky.feed.getPosts?${requested}`)).toMatchObject({ posts: [{ uri: stands }] });
  const actors = ["moss", "mjx"].map((name) => `actors=${getDid(name)}`).join("&");
  const profiles = [{ did: getDid("moss"), handle: "moss.bsky.example" }];
  expect(await api(`app.bsky.actor.getProfiles?${actors}`)).toMatchObject({ profiles });
  const byHandle = stands!.replace(getDid("moss"), "moss.bsky.example");
  expect(await api(`app.bsky.feed.getPostThread?uri=${byHandle}`)).toMatchObject({
    thread: { post: { uri: stands } },
  });
  expect(await api(`app.bsky.feed.getPostThread?uri=${gone}`)).toMatchObject({
    status: 400,
    error: "NotFound",
  });
  const many = Array.from({ length: 26 }, () => "uris=x").join("&");
  expect(await api(`app.bsky.feed.getPosts?${many}`)).toMatchObject({ status: 400, error: "InvalidRequest" });
});

test("the control endpoint writes, deletes and breaks things, and rejects unknown commands", async () => {
  const { uri } = (await control("/bluesky", { write: { text: "by hand" } })) as { uri?: unknown };
  expect(sandbox.bluesky.world.shown(String(uri))).not.toBeNull();
  await control("/bluesky", { uri, become: "deleted" });
  expect(sandbox.bluesky.world.shown(String(uri))).toBeNull();
  await control("/bluesky", { account: "moss", handle: "handle.invalid" });
  expect(sandbox.bluesky.world.handle(getDid("moss"))).toBe("handle.invalid");
  expect(await control("/bluesky/host", { host: "two", faults: { isSilent: true } })).toMatchObject({
    listeners: 0,
  });
  expect(sandbox.bluesky.faults.of("two").isSilent).toBe(true);
  for (const wrong of [
    { perSecond: 5_001 },
    { account: "moss", become: "famous" },
    { uri: "at://x", become: "deleted" },
  ])
    expect(await control("/bluesky", wrong)).toMatchObject({ status: 400 });
});

test("responds to stream requests without an upgrade with 426", async () => {
  const streams = `${sandbox.url}/bluesky/xrpc/network.bsky.jetstream.subscribeEvents`;
  expect((await fetch(streams)).status).toBe(426);
});

test("a host can be set to send all events, limited by its frame rate", async () => {
  const { bluesky, clock } = sandbox;
  await control("/bluesky", { perSecond: 500 });
  bluesky.faults.set("one", { emitsAll: true, framesPerSecond: 0 });
  const stop = new AbortController();
  const listen = (host: "bluesky" | "bluesky2") =>
    sandbox
      .connect({ streamUrls: [sandbox.streamOf(host)] })
      .listen(null, stop.signal)
      [Symbol.asyncIterator]()
      .next();
  const first = listen("bluesky");
  await sandbox.listeners(1);
  const before = bluesky.world.kept().to;
  const second = listen("bluesky2");
  await sandbox.listeners(1, "two");
  clock.advance(2_000);
  // Both hosts send at the same times, the first host first.
  await until(() => bluesky.sentFrames("two") > 0);
  expect(bluesky.sentFrames("one")).toBe(0);
  bluesky.faults.set("one", { framesPerSecond: 1_000_000 });
  const all = bluesky.world.kept().to - before;
  await until(() => bluesky.sentFrames("one") >= all);
  expect(bluesky.sentFrames("two")).toBeLessThan(all / 2);
  await Promise.all([first, second]);
  stop.abort();
});

describe("the page for writing posts", () => {
  test("publishes and deletes a post and a reply", async () => {
    const done = await page({ text: "Tide <tables>" });
    expect(done.status).toBe(303);
    const uri = new URL(done.headers.get("location")!, sandbox.url).searchParams.get("done")!;
    expect(sandbox.bluesky.world.shown(uri)?.record.text).toBe("Tide <tables>");
    await page({ text: "Yes", parent: uri });
    expect(await (await page()).text()).toContain("Tide &lt;tables&gt;");
    expect(sandbox.bluesky.world.newest(1)[0]!.record.reply).toBeDefined();
    await page({ uri });
    expect(sandbox.bluesky.world.shown(uri)).toBeNull();
  });

  test.each([
    [{ text: " " }, "A post needs some text."],
    [{ text: "x".repeat(301) }, "A post has at most 300 characters."],
    [{ text: "x", parent: "at://gone" }, "This post no longer exists."],
  ])("rejects %o", async (form, message) => {
    const refused = await page(form as Record<string, string>);
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining(message)]);
  });

  test("a deactivated account can't write until it is active again", async () => {
    await page({ account: "you", become: "deactivated" });
    expect((await page({ text: "x" })).status).toBe(422);
    await page({ account: "you", become: "active" });
    expect((await page({ text: "x" })).status).toBe(303);
  });
});
