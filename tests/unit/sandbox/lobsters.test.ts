import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

const root = "http://sandbox.test/lobsters";
let sandbox: Sandbox;

beforeEach(() => {
  sandbox = createSandbox({ clock: "manual", stream: false, historyHours: 0 });
});

const get = (path: string) => sandbox.handle(new Request(root + path));
const read = async (path: string): Promise<Record<string, unknown>[]> =>
  (await get(path)).json() as Promise<Record<string, unknown>[]>;
const idsOf = async (path: string) => (await read(path)).map((story) => story.short_id);

async function pull(fields: object): Promise<string> {
  const body = JSON.stringify(fields);
  const response = await sandbox.handle(
    new Request("http://sandbox.test/control/lobsters", { method: "POST", body }),
  );
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

describe("Lobsters lists and threads", () => {
  it("lists 25 stories per page, newest first", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 30; n += 1) ids.push(await pull({ write: { title: `Story ${n}` } }));
    expect(await idsOf("/newest.json")).toEqual(ids.slice(-25).reverse());
    expect((await idsOf("/newest/page/2.json")).slice(0, 5)).toEqual(ids.slice(0, 5).reverse());
  });

  it("lists 20 comments per HTML page, without deleted ones", async () => {
    const story = await pull({ write: { title: "A <story>" } });
    const ids: string[] = [];
    for (let n = 0; n < 23; n += 1) ids.push(await pull({ write: { story, text: `*word* ${n}` } }));
    await pull({ id: ids[22], become: "deleted" });
    const shown = async (path: string) => {
      const response = await get(path);
      expect(response.headers.get("content-type")).toContain("text/html");
      return Array.from((await response.text()).matchAll(/data-shortid="(\w+)"/g), ([, id]) => id);
    };
    expect(await shown("/comments")).toEqual(ids.slice(2, 22).reverse());
    expect(await shown("/comments/page/2")).toEqual([ids[1], ids[0]]);
    expect(await shown("/comments/page/3")).toEqual([]);
    const page = await (await get("/comments")).text();
    expect(page).toContain("A &lt;story&gt;</a>");
    expect(page).toContain("<p><em>word</em> 21</p>");
    expect(page).not.toContain("edited");
    sandbox.clock.advance(61_000);
    await pull({ id: ids[21], text: "other words" });
    expect(await (await get("/comments")).text()).toMatch(/edited\s+<a /);
    await pull({ id: story, become: "moderated" });
    sandbox.clock.advance(46_000);
    expect(await shown("/comments")).toEqual([]);
  });

  it("caches list pages for a while, but not threads", async () => {
    const before = await idsOf("/newest.json");
    const id = await pull({ write: { title: "Unseen" } });
    expect(await idsOf("/newest.json")).toEqual(before);
    expect((await get(`/s/${id}.json`)).status).toBe(200);
    sandbox.clock.advance(46_000);
    expect((await idsOf("/newest.json"))[0]).toBe(id);
  });

  it("includes deleted comments in threads and returns errors for unknown ids", async () => {
    const id = await pull({ write: { title: "A story", url: "https://example.com/" } });
    const [retained, gone] = [
      await pull({ write: { story: id, text: "a" } }),
      await pull({ write: { story: id, text: "b" } }),
    ];
    await pull({ id: gone, become: "moderated" });
    expect(await (await get(`/s/${id}.json`)).json()).toMatchObject({
      comment_count: 1,
      comments: [
        { short_id: retained, comment_plain: "a", is_deleted: false },
        { short_id: gone, comment_plain: "Comment removed by moderator", is_moderated: true },
      ],
    });
    await pull({ id: retained, text: "other words" });
    expect(await (await get(`/c/${retained}.json`)).json()).toMatchObject({ comment_plain: "other words" });
    await pull({ id, become: "deleted" });
    const statuses = [`/s/${id}.json`, "/s/nobody.json", "/c/nobody.json", `/c/${id}.json`].map(get);
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([404, 404, 400, 400]);
  });

  it("generates items at the configured rate, some with keywords", () => {
    const own = createSandbox({ clock: "manual", historyHours: 0, lobsters: { perMinute: 10 } });
    own.clock.advance(3_600_000);
    const written = own.lobsters.world.written();
    expect(written.length).toBeGreaterThan(400);
    expect(written.filter(({ keyword }) => keyword !== null).length).toBeGreaterThan(3);
    expect(new Set(written.map(({ shortId }) => shortId)).size).toBe(written.length);
  });
});

describe("the page for writing posts", () => {
  const post = (fields: Record<string, string>) =>
    sandbox.handle(new Request(`${root}/write`, { method: "POST", body: new URLSearchParams(fields) }));

  it("is the home page and lists existing items", async () => {
    expect((await get("/")).headers.get("location")).toBe("/lobsters/write");
    const page = await get("/write");
    expect([page.status, page.headers.get("content-security-policy")]).toEqual([
      200,
      expect.stringContaining("default-src 'none'"),
    ]);
    expect(await page.text()).toContain("The lighthouse that ran Forth");
    expect((await get("/elsewhere")).status).toBe(404);
  });

  it("publishes and deletes a story and a comment", async () => {
    const done = await post({ kind: "story", title: "By <hand>", text: "words", url: "" });
    expect(done.status).toBe(303);
    const [, id = ""] = /done=(\w+)/.exec(done.headers.get("location") ?? "") ?? [];
    expect(await (await get(`/write?done=${id}`)).text()).toContain(`Your story is published as ${id}.`);
    expect(await (await get("/write")).text()).toContain("By &lt;hand&gt;");
    await post({ kind: "comment", story: id, text: "indeed" });
    expect(await (await get(`/s/${id}.json`)).json()).toMatchObject({
      submitter_user: "you",
      comments: [{ comment_plain: "indeed" }],
    });
    await post({ end: "deleted", id });
    expect((await get(`/s/${id}.json`)).status).toBe(404);
  });

  it.each([
    [{ kind: "story", title: " ", url: "https://example.com/" }, "A story needs a title."],
    [{ kind: "story", title: "x" }, "A story needs a link or some text."],
    [{ kind: "comment", story: "nobody", text: "x" }, "This item no longer exists. Choose another one."],
  ])("rejects %j with an explanation", async (fields, fault) => {
    const response = await post(fields);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(fault);
  });
});
