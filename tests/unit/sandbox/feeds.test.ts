import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

const root = "http://127.0.0.1/feeds";
let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({ clock: "manual", stream: false, historyHours: 0 });
});

const get = (path: string, headers = {}) => sandbox.handle(new Request(`${root}${path}`, { headers }));
const submit = (fields: Record<string, string>) =>
  sandbox.handle(new Request(`${root}/write`, { method: "POST", body: new URLSearchParams(fields) }));
const pull = async (fields: object) =>
  (
    await sandbox.handle(
      new Request("http://127.0.0.1/control/feeds", { method: "POST", body: JSON.stringify(fields) }),
    )
  ).json() as Promise<{ id?: string; message?: string }>;

describe("sandbox feeds", () => {
  it.each([
    ["tidings", "application/rss+xml"],
    ["ledger", "application/atom+xml"],
    ["kettle", "application/feed+json"],
  ])("%s is %s, changes with new entries, and supports conditional requests", async (name, type) => {
    const before = await get(`/${name}/feed`);
    expect(before.headers.get("content-type")).toContain(type);
    const etag = before.headers.get("etag")!;
    expect((await get(`/${name}/feed`, { "if-none-match": etag })).status).toBe(304);
    await pull({ feed: name, write: { title: "A <b> & more", text: "Words" } });
    const after = await get(`/${name}/feed`, { "if-none-match": etag });
    expect([after.status, after.headers.get("etag") === etag]).toEqual([200, false]);
    expect(await after.text()).toMatch(/A (?:<b> &|&lt;b&gt; &amp;) more/);
  });

  it("removes pages of deleted entries, links the feed from the home page, and returns 404 for unknown feeds", async () => {
    const { id: deleted } = await pull({ feed: "tidings", write: { title: "One" } });
    const { id: lost } = await pull({ feed: "tidings", write: { title: "Two" } });
    expect((await get(`/tidings/${deleted}`)).status).toBe(200);
    await pull({ feed: "tidings", id: deleted, become: "deleted" });
    await pull({ feed: "tidings", id: lost, become: "gone" });
    expect([(await get(`/tidings/${deleted}`)).status, (await get(`/tidings/${lost}`)).status]).toEqual([
      410, 404,
    ]);
    expect(await (await get("/tidings")).text()).toContain('href="/feeds/tidings/feed"');
    expect((await get("/nobody/feed")).status).toBe(404);
    expect((await pull({ feed: "nobody", write: { title: "x" } })).message).toBe("no feed 'nobody'");
    expect((await pull({ feed: "tidings", id: lost, become: "odd" })).message).toContain("'become' must be");
  });

  it("contain generated entries unless generation is off", async () => {
    const busy = createSandbox({ clock: "manual" });
    expect(busy.feeds.world.all().map(({ entries }) => entries.length)).toEqual([2, 2, 2]);
    expect(sandbox.feeds.world.all().map(({ entries }) => entries.length)).toEqual([0, 0, 0]);
  });
});

describe("their page", () => {
  const page = async (search = "") => (await get(`/write${search}`)).text();

  it("shows URLs, publishes a post, and shows the next step", async () => {
    sandbox.feeds.origin = "http://127.0.0.1:9";
    expect(await page()).toContain("<code>http://127.0.0.1:9/feeds/ledger/feed</code>");
    const response = await submit({ feed: "ledger", title: "<b> & co", text: "words" });
    expect(response.status).toBe(303);
    const { search } = new URL(response.headers.get("location")!, root);
    const shown = await page(search);
    expect(shown).toContain("Your post is published in The ledger.");
    expect(shown).toContain("&lt;b&gt; &amp; co: words");
  });

  it.each([
    [{ feed: "ledger", title: " " }, "A post needs a title."],
    [{ feed: "nobody", title: "x" }, "Choose one of the feeds."],
  ])("rejects %j with an explanation", async (fields, message) => {
    const response = await submit(fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(message);
    expect(sandbox.feeds.world.all().flatMap(({ entries }) => entries)).toEqual([]);
  });

  it("deletes an entry", async () => {
    const id = sandbox.feeds.world.write("kettle", { title: "One" });
    expect((await submit({ feed: "kettle", id, end: "deleted" })).status).toBe(303);
    expect((await get(`/kettle/${id}`)).status).toBe(410);
  });
});
