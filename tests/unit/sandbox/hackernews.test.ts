import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

const root = "http://sandbox.test/hackernews";
let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ clock: "manual", stream: false, historyHours: 0 });
});

const get = (path: string) => sandbox.handle(new Request(root + path));
const item = async (id: number): Promise<unknown> => (await get(`/v0/item/${id}.json`)).json();
const tip = async (): Promise<number> => (await get("/v0/maxitem.json")).json() as Promise<number>;

async function pull(fields: object): Promise<{ id?: number; tip: number }> {
  const body = JSON.stringify(fields);
  const response = await sandbox.handle(
    new Request("http://sandbox.test/control/hackernews", { method: "POST", body }),
  );
  expect(response.status).toBe(200);
  return response.json() as Promise<{ id?: number; tip: number }>;
}

describe("the Hacker News API", () => {
  it("numbers items consecutively and returns the highest number", async () => {
    const before = await tip();
    const { id } = await pull({ write: { title: "A story", url: "https://example.com/" } });
    const { id: response } = await pull({ write: { text: "so<p>it is", parent: id } });
    expect([id, response, await tip()]).toEqual([before + 1, before + 2, before + 2]);
    expect(await item(id!)).toMatchObject({ id, type: "story", title: "A story", by: "ferryman" });
    expect(await item(response!)).toMatchObject({ type: "comment", parent: id, text: "so<p>it is" });
    expect(await item(before + 3)).toBeNull();
    const updates = (await (await get("/v0/updates.json")).json()) as { items: number[] };
    expect(updates.items.slice(0, 2)).toEqual([response, id]);
  });

  it("redirects URLs without an extension", async () => {
    const response = await get("/v0/maxitem");
    expect([response.status, response.headers.get("location")]).toEqual([301, "/hackernews/v0/maxitem.json"]);
  });

  it("hides, delays, edits, deletes and freezes items on command", async () => {
    const { id } = await pull({
      write: { text: "words", parent: await tip(), nullReads: 2, delayedSeconds: 60 },
    });
    expect([await item(id!), await item(id!)]).toEqual([null, null]);
    expect(await item(id!)).toMatchObject({ text: "[delayed]" });
    sandbox.clock.advance(61_000);
    expect(await item(id!)).toMatchObject({ text: "words" });
    await pull({ id, text: "other words" });
    expect(await item(id!)).toMatchObject({ text: "other words" });
    await pull({ id, become: "dead" });
    expect(await item(id!)).toMatchObject({ dead: true, text: "[dead]" });
    await pull({ id, become: "deleted" });
    expect(await item(id!)).not.toHaveProperty("by");
    await pull({ frozen: true });
    const { id: behind } = await pull({ write: { title: "Unseen" } });
    expect([await tip(), await item(behind!)]).toEqual([id, null]);
    await pull({ frozen: false });
    expect(await tip()).toBe(behind);
  });

  it("generates items at about the real rate, some with demo keywords", () => {
    const busy = createSandbox({ clock: "manual", seed: 3 });
    const { world } = busy.hackerNews;
    const began = world.tip();
    world.clock.advance(3_600_000);
    const written = world.written(began, world.tip());
    expect(written.length).toBeGreaterThan(0.15 * 3_600 * 0.85);
    expect(written.length).toBeLessThan(0.15 * 3_600 * 1.15);
    expect(written.filter(({ keyword }) => keyword !== null).length).toBeGreaterThan(20);
    expect(written.filter(({ type }) => type === "comment").length).toBeGreaterThan(written.length * 0.7);
  });
});

describe("its page", () => {
  const submit = (fields: Record<string, string>) =>
    sandbox.handle(new Request(`${root}/write`, { method: "POST", body: new URLSearchParams(fields) }));
  const page = async (search = "") => (await get(`/write${search}`)).text();

  it("publishes a story and a comment and shows the next step", async () => {
    const story = await submit({ kind: "story", title: "<b> & co", url: "", text: "one\r\n\r\ntwo" });
    expect(story.status).toBe(303);
    const { search } = new URL(story.headers.get("location")!, root);
    expect(await page(search)).toContain("within about 5 seconds");
    const parent = String(await tip());
    expect(await item(Number(parent))).toMatchObject({
      title: "&lt;b&gt; &amp; co",
      text: "one<p>two",
      by: "you",
    });
    expect((await submit({ kind: "comment", parent, text: "hello" })).status).toBe(303);
    expect(await item(await tip())).toMatchObject({ parent: Number(parent), text: "hello" });
    expect(await page()).toContain("&lt;b&gt; &amp; co");
  });

  it.each([
    [{ kind: "story", title: " " }, "A story needs a title."],
    [{ kind: "comment", parent: "1", text: "x" }, "This item no longer exists."],
  ])("rejects %j with an explanation", async (fields, message) => {
    const before = await tip();
    const response = await submit(fields);
    expect([response.status, await tip()]).toEqual([422, before]);
    expect(await response.text()).toContain(message);
  });

  it("marks an item as dead", async () => {
    const id = await tip();
    expect((await submit({ id: String(id), end: "dead" })).status).toBe(303);
    expect(await item(id)).toMatchObject({ dead: true });
  });
});
