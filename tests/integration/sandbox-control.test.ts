import { describe, expect, it } from "vitest";
import { getNames, redditClient } from "../support/reddit-client";
import { normalise } from "@/sites/reddit/normalise";
import { Matcher } from "@/domain/matching/matcher";

const everywhere = {
  revision: 1,
  expression: null,
  activeSince: new Date(0),
  places: ["all"],
  includePosts: true,
  includeComments: true,
  matchTitlesOnly: false,
  caseSensitive: false,
  wholeWordOnly: false,
};

describe("demo stream", () => {
  it("writes an item per second in 20 subreddits, with each demo keyword every 30 s", async () => {
    const { world } = await redditClient({ stream: true });
    const minutes = 30;
    world.advance(minutes * 60_000);
    const items = [...world.posted()];
    expect(items.length).toBeGreaterThanOrEqual(minutes * 60);
    expect(new Set(items.map((item) => item.subreddit)).size).toBeGreaterThanOrEqual(20);
    const watches: [string, string[] | null][] = [
      ["invoice software", ["smallbusiness", "freelance", "entrepreneur"]],
      ["tidewater", ["smallbusiness", "freelance"]],
      ["late payments", null],
    ];
    for (const [keyword, subreddits] of watches) {
      const matched = items
        .filter(
          (item) => item.keyword === keyword && (subreddits?.includes(item.subreddit.toLowerCase()) ?? true),
        )
        .map((item) => item.createdAt.getTime());
      const waits = matched.slice(1).map((at, index) => at - (matched[index] ?? 0));
      expect(Math.max(...waits), keyword).toBeLessThanOrEqual(30_000);
      expect(matched.length, keyword).toBeGreaterThanOrEqual(minutes * 2);
    }
  });

  it("each demo keyword matches exactly the items written for it", async () => {
    const { world, listAll } = await redditClient({ stream: true, historyHours: 2 });
    const keywords = ["invoice software", "tidewater", "late payments"];
    const rules = keywords.map((keyword) => ({ ...everywhere, watchId: keyword, keyword }));
    const matcher = new Matcher(rules);
    const said = new Map([...world.posted()].map((item) => [item.fullname, item.keyword]));
    const children = [...(await listAll("all", "new")), ...(await listAll("all", "comments"))];
    // Listings don't replace removed items, so there are fewer.
    expect(children.length).toBeGreaterThan(1_900);
    for (const row of children) {
      const item = normalise(row);
      const matched = item === null ? ["nothing"] : matcher.match(item).map((rule) => rule.watchId);
      expect(matched, row.data.name).toEqual([said.get(row.data.name) ?? []].flat());
    }
  });

  it("writes the same items with the same ids after a restart and remembers old ones", async () => {
    const startMs = Date.parse("2026-11-02T09:00:00.000Z");
    const first = await redditClient({ stream: true, startMs });
    first.world.advance(1_800_000);
    const second = await redditClient({ stream: true, startMs: startMs + 3 * 3_600_000, historyHours: 4 });
    const before = getNames(await first.listAll("webdev", "new"));
    const after = getNames(await second.listAll("webdev", "new"));
    expect(before.length).toBeGreaterThan(20);
    expect(after.filter((name) => before.includes(name)).length).toBeGreaterThan(0);
    const old = await second.list(`/api/info?id=${before.slice(-50).join(",")}`);
    expect(getNames(old)).toEqual(before.slice(-50));
  });

  it("pauses and resumes", async () => {
    const { world, control } = await redditClient({ stream: true });
    await control("POST", "/stream", { paused: true });
    world.advance(60_000);
    expect([...world.posted()]).toEqual([]);
    await control("POST", "/stream", { paused: false });
    world.advance(60_000);
    expect([...world.posted()].length).toBeGreaterThan(60);
  });
});

describe("control API", () => {
  it("creates, holds, removes and counts items", async () => {
    const { control, list } = await redditClient();
    const getFullname = async (response: Promise<Response>): Promise<string> =>
      (await (await response).json()).fullname;
    const post = await getFullname(
      control("POST", "/post", { subreddit: "webdev", title: "Tidewater, again" }),
    );
    const comment = await getFullname(
      control("POST", "/comment", { subreddit: "webdev", body: "Yes", on: post }),
    );
    const burst = await (
      await control("POST", "/burst", { subreddit: "webdev", kind: "post", count: 5, keyword: "c++" })
    ).json();
    expect(burst.fullnames).toHaveLength(5);
    await control("POST", "/items", { fullname: post, become: "held" });
    expect(getNames(await list("/r/webdev/new"))).toEqual([...burst.fullnames].reverse());
    await control("POST", "/items", { fullname: post, become: "approved" });
    expect(getNames(await list("/r/webdev/new"))[0]).toBe(post);
    await control("POST", "/items", { fullname: comment, become: "deleted" });
    expect(getNames(await list("/r/webdev/comments"))).toEqual([]);
    const counted = await (await control("GET", "/posted?keyword=c%2B%2B&kind=post")).json();
    expect(counted.count).toBe(5);
    expect((await (await control("GET", "/posted?keyword=tidewater")).json()).items).toMatchObject([
      { fullname: post },
    ]);
  });

  it("moves the clock and resets everything", async () => {
    const { control, list, sandbox, renewToken } = await redditClient();
    const start = sandbox.clock.nowMs();
    expect((await (await control("POST", "/clock", { advanceMs: 5_000 })).json()).mode).toBe("manual");
    expect(sandbox.clock.nowMs()).toBe(start + 5_000);
    await control("POST", "/subreddit", { name: "webdev", health: "banned" });
    await control("POST", "/post", { subreddit: "startups", title: "Soon gone" });
    await control("POST", "/failures", { mode: "html" });
    await control("POST", "/reset");
    await renewToken();
    expect(sandbox.clock.nowMs()).toBe(start);
    expect(getNames(await list("/r/webdev+startups/new"))).toEqual([]);
  });

  it.each([
    ["POST", "/nothing", {}, 404],
    ["POST", "/post", { title: "No subreddit" }, 400],
    ["POST", "/subreddit", { name: "webdev", health: "well" }, 400],
    ["POST", "/items", { fullname: "t3_never", become: "deleted" }, 400],
    ["POST", "/failures", { mode: "explode" }, 400],
  ])("rejects %s %s %o", async (method, path, body, status) => {
    const { control } = await redditClient();
    expect((await control(method, path, body)).status).toBe(status);
  });
});
