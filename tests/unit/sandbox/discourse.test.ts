import { beforeEach, describe, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = createSandbox({ clock: "manual", stream: false, historyHours: 0 });
});

const write = (fields: Record<string, string>, search = "") =>
  sandbox.handle(
    new Request(`http://127.0.0.1/discourse/write${search}`, {
      ...{ method: "POST", body: new URLSearchParams(fields) },
    }),
  );
const page = async (search = "") =>
  (await sandbox.handle(new Request(`http://127.0.0.1/discourse/write${search}`))).text();
const pull = async (fields: object) =>
  (
    await sandbox.handle(
      new Request("http://127.0.0.1/control/discourse", { method: "POST", body: JSON.stringify(fields) }),
    )
  ).json() as Promise<{ number?: number; message?: string }>;
const numbers = (forum: string, path: string) => {
  const { searchParams: query, pathname } = new URL(path, "http://forum.example");
  return sandbox.discourse
    .respond(forum, { path: pathname, query, headers: new Headers() })!
    .json()
    .then(({ latest_posts: posts }: { latest_posts: { id: number }[] }) => posts.map(({ id }) => id));
};

describe("sandbox forums", () => {
  it("list fifty posts below a number without hidden ones; old versions list a range of fifty numbers", async () => {
    const { world } = sandbox.discourse;
    for (let n = 2; n <= 120; n += 1)
      world.write("harbour", { topic: 1, state: n % 2 === 0 ? "live" : "private" });
    const even = (from: number, count: number) => Array.from({ length: count }, (_, n) => from - 2 * n);
    expect(await numbers("harbour", "/posts.json")).toEqual(even(120, 50));
    expect(await numbers("harbour", "/posts.json?before=22")).toEqual([...even(20, 10), 1]);
    world.known("harbour").version = "old";
    expect(await numbers("harbour", "/posts.json?before=100")).toEqual(even(100, 25));
  });

  it("cache each page separately for a minute", async () => {
    expect(await numbers("workbench", "/posts.json")).toEqual([1]);
    await pull({ forum: "workbench", write: { title: "New", text: "Words" } });
    expect(await numbers("workbench", "/posts.json")).toEqual([1]);
    expect(await numbers("workbench", "/posts.json?before=9")).toEqual([2, 1]);
    sandbox.clock.advance(60_000);
    expect(await numbers("workbench", "/posts.json")).toEqual([2, 1]);
  });

  it("generate posts, some with a keyword", () => {
    const busy = createSandbox({ clock: "manual", discourse: { keywordEverySeconds: 60 } });
    busy.clock.advance(30 * 60_000);
    const posts = busy.discourse.world.shown("harbour");
    expect(posts.length).toBeGreaterThan(30);
    expect(
      posts.filter(({ keyword, title, text }) => keyword !== null && `${title} ${text}`.includes(keyword))
        .length,
    ).toBeGreaterThan(10);
  });

  it("reject unknown commands", async () => {
    expect((await pull({ forum: "nobody", number: 1 })).message).toBe("no forum nobody");
    expect((await pull({ forum: "harbour", number: 1, become: "odd" })).message).toContain(
      "'become' must be",
    );
    expect((await pull({ forum: "harbour", number: 1, become: "deleted" })).number).toBe(1);
    expect(sandbox.discourse.world.shown("harbour")).toEqual([]);
  });
});

describe("their page", () => {
  it("publishes a topic and a reply and shows their numbers", async () => {
    const done = await write({ kind: "topic", title: "A <b> question", opening: "How?" });
    expect([done.status, done.headers.get("location")]).toEqual([
      303,
      "/discourse/write?forum=harbour&done=2",
    ]);
    expect(await page("?forum=harbour&done=2")).toContain("is published as number 2");
    await write({ kind: "reply", topic: "2", text: "So." });
    const shown = await page();
    expect(shown).toContain("A &lt;b&gt; question: How?");
    expect(shown).not.toContain("<b> question");
    expect(sandbox.discourse.world.find("harbour", 3)).toMatchObject({ topic: 2, inTopic: 2, text: "So." });
  });

  it("shows validation errors and keeps the input", async () => {
    const refused = await write({ kind: "topic", title: "", opening: "My words" });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toMatch(/A topic needs a title\.[\s\S]*My words/);
    expect((await write({ kind: "reply", topic: "99", text: "x" })).status).toBe(422);
    expect((await write({ kind: "reply", topic: "1", text: " " })).status).toBe(422);
  });

  it("deletes a post in the selected forum", async () => {
    await write({ end: "deleted", number: "1" }, "?forum=workbench");
    expect(sandbox.discourse.world.shown("workbench")).toEqual([]);
    expect(await page("?forum=workbench")).toContain("Write in The Workbench");
    expect(await page()).toContain("Write in Harbour Community");
  });
});
