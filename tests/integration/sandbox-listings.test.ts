import { beforeEach, describe, expect, it } from "vitest";
import { getNames, redditClient } from "../support/reddit-client";

let reddit: Awaited<ReturnType<typeof redditClient>>;

beforeEach(async () => {
  reddit = await redditClient();
});

const writeMany = (subreddit: string, count: number) =>
  Array.from({ length: count }, (_, index) => reddit.world.post({ subreddit, title: `Post ${index}` }));

describe("paging", () => {
  it("lists 1,000 items once each, newest first, then ends", async () => {
    const written = reddit.world.burst("webdev", "comment", 1_200);
    expect(getNames(await reddit.listAll("webdev", "comments"))).toEqual(written.slice(-1_000).reverse());
  });

  it('lists 1,000 items per member of a multireddit, and 1,000 for "all"', async () => {
    reddit.world.burst("webdev", "post", 1_100);
    reddit.world.burst("startups", "post", 900);
    expect(new Set(getNames(await reddit.listAll("webdev+startups", "new"))).size).toBe(1_900);
    expect(await reddit.listAll("all", "new")).toHaveLength(1_000);
    expect(await reddit.listAll("webdev+all", "new")).toHaveLength(1_000);
  });

  it("does not replace removed items", async () => {
    const written = reddit.world.burst("webdev", "post", 1_050);
    reddit.world.remove(written.at(-1) ?? "");
    expect(await reddit.listAll("webdev", "new")).toHaveLength(999);
  });

  it.each([
    ["", 25],
    ["?limit=0", 1],
    ["?limit=7", 7],
    ["?limit=5000", 100],
    ["?limit=many", 25],
  ])("%s returns %i items", async (query, count) => {
    writeMany("webdev", 120);
    const { data } = await reddit.list(`/r/webdev/new${query}`);
    expect(data.children).toHaveLength(count);
    expect(data.dist).toBe(count);
    expect(data.after).toBe(data.children.at(-1)?.data.name);
  });

  it("indicates more pages with after, not by the page length", async () => {
    writeMany("webdev", 25);
    expect((await reddit.list("/r/webdev/new?limit=25")).data.after).toBeNull();
    expect((await reddit.list("/r/webdev/new?limit=24")).data.after).not.toBeNull();
  });
});

describe("anchors", () => {
  it("before returns the adjacent rows without cursors", async () => {
    const written = writeMany("webdev", 250);
    const { data } = await reddit.list(`/r/webdev/new?limit=100&before=${written[100]}`);
    expect(data.children.map((child) => child.data.name)).toEqual(written.slice(101, 201).reverse());
    expect([data.after, data.before]).toEqual([null, null]);
  });

  it.each(["before", "after"])("%s with a deleted item always returns an empty page", async (side) => {
    const written = writeMany("webdev", 50);
    reddit.world.delete(written[25] ?? "");
    writeMany("webdev", 50);
    expect((await reddit.list(`/r/webdev/new?${side}=${written[25]}`)).data.children).toEqual([]);
  });

  it("an anchor beyond the listing limit also returns an empty page", async () => {
    const [first] = writeMany("webdev", 1);
    reddit.world.burst("webdev", "post", 1_000);
    expect((await reddit.list(`/r/webdev/new?before=${first}`)).data.children).toEqual([]);
  });

  it("ignores an anchor that never existed", async () => {
    const written = writeMany("webdev", 3);
    const listing = await reddit.list("/r/webdev/new?before=t3_zzzzzzz");
    expect(getNames(listing)).toEqual([...written].reverse());
  });
});

describe("order", () => {
  it("comment ids are 13 random characters, post ids increase", () => {
    const comments = reddit.world.burst("webdev", "comment", 200);
    expect([...comments].sort()).not.toEqual(comments);
    expect(comments.every((fullname) => /^t1_[0-9a-z]{13}$/.test(fullname))).toBe(true);
    expect(new Set(comments).size).toBe(200);
    const posts = writeMany("webdev", 200);
    expect([...posts].sort()).toEqual(posts);
  });

  it("shows an approved post at the top, but an approved comment at its original position", async () => {
    const createdAt = reddit.world.clock.now();
    writeMany("webdev", 1);
    reddit.world.burst("webdev", "comment", 1);
    reddit.world.advance(60_000);
    const newer = reddit.world.burst("webdev", "comment", 1);
    const post = reddit.world.approveLate({ subreddit: "webdev", title: "Held", createdAt });
    const comment = reddit.world.approveLate({ subreddit: "webdev", body: "Held", createdAt });
    const posts = await reddit.list("/r/webdev/new");
    expect(getNames(posts)[0]).toBe(post);
    expect(posts.data.children[0]?.data.created_utc).toBe(createdAt.getTime() / 1000);
    const comments = getNames(await reddit.list("/r/webdev/comments"));
    expect(comments[0]).toBe(newer[0]);
    expect(comments.indexOf(comment)).toBe(1);
  });
});

describe("members of a multireddit", () => {
  it("silently drops unknown and closed members", async () => {
    const [post] = writeMany("webdev", 1);
    writeMany("sandbox_private", 1);
    writeMany("sandbox_quarantined", 1);
    const closed = "sandbox_private+sandbox_banned+sandbox_quarantined+no_such_sub+not-a-name";
    expect(getNames(await reddit.list(`/r/${closed}+webdev+startups/new`))).toEqual([post]);
  });

  it("rejects the whole request for a private member if configured", async () => {
    await reddit.control("POST", "/reddit", { privateMember: "refuses" });
    expect((await reddit.request("/r/webdev+startups+sandbox_private/new")).status).toBe(403);
    expect((await reddit.request("/r/webdev+startups/new")).status).toBe(200);
  });

  it.each([
    ["sandbox_private", 403, "private"],
    ["sandbox_quarantined", 403, "quarantined"],
    ["sandbox_gated", 403, "gated"],
    ["sandbox_banned", 404, "banned"],
    ["sandbox_private+no_such_sub", 403, "private"],
    ["no_such_sub+no_other_sub", 404, undefined],
  ])("%s as the only member returns %i %s", async (multi, status, reason) => {
    const response = await reddit.request(`/r/${multi}/new`);
    expect(response.status).toBe(status);
    expect((await response.json()).reason).toBe(reason);
  });

  it("redirects an unknown name to the search", async () => {
    const response = await reddit.request("/r/no_such_sub/about");
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toContain("/subreddits/search?q=no_such_sub");
  });

  it("rejects an overlong URL with 414", async () => {
    const response = await reddit.request(`/r/${"abcdefghijklmnopqrst+".repeat(500)}/new`);
    expect(response.status).toBe(414);
    expect(response.headers.get("content-type")).toBe("text/plain");
  });
});

describe("lookups", () => {
  it("by fullname: keeps the requested order, omits unknown items and marks removed ones", async () => {
    const [retained, deleted, removed, gone] = writeMany("webdev", 4);
    reddit.world.delete(deleted ?? "");
    reddit.world.remove(removed ?? "");
    reddit.world.vanish(gone ?? "");
    const listing = await reddit.list(
      `/api/info?id=${removed},t3_never,${gone},${retained},${deleted}&raw_json=1`,
    );
    const result = listing.data.children.map(({ data }) => [
      data.name,
      data.selftext,
      data.author,
      data.removed_by_category,
    ]);
    expect(result).toEqual([
      [removed, "[removed]", "a_careful_hand", "moderator"],
      [retained, "", "a_careful_hand", null],
      [deleted, "[deleted]", "[deleted]", "deleted"],
    ]);
  });

  it("returns an empty list for more than 100 ids", async () => {
    const written = writeMany("webdev", 101);
    expect(getNames(await reddit.list(`/api/info?id=${written.join(",")}`))).toEqual([]);
    expect(getNames(await reddit.list(`/api/info?id=${written.slice(1).join(",")}`))).toEqual(
      written.slice(1),
    );
  });

  it("a comment includes its post title in listings, but not by fullname", async () => {
    const on = reddit.world.post({ subreddit: "webdev", title: "The post" });
    const comment = reddit.world.comment({ subreddit: "webdev", body: "An answer", on });
    const listed = (await reddit.list("/r/webdev/comments?raw_json=1")).data.children[0]?.data;
    expect(listed).toMatchObject({ name: comment, link_id: on, link_title: "The post", body: "An answer" });
    const found = (await reddit.list(`/api/info?id=${comment}`)).data.children[0]?.data ?? {};
    expect(found).toMatchObject({ link_id: on });
    expect(Object.keys(found)).not.toContain("link_title");
  });

  it("escapes once without raw_json, and HTML as a whole", async () => {
    reddit.world.post({ subreddit: "webdev", title: "a < b & c", selftext: "x & y" });
    const escaped = (await reddit.list("/r/webdev/new")).data.children[0]?.data;
    expect(escaped).toMatchObject({ title: "a &lt; b &amp; c", selftext: "x &amp; y" });
    expect(escaped?.selftext_html).toContain("&lt;p&gt;x &amp;amp; y&lt;/p&gt;");
    const raw = (await reddit.list("/r/webdev/new?raw_json=1")).data.children[0]?.data;
    expect(raw).toMatchObject({ title: "a < b & c", selftext: "x & y" });
    expect(raw?.selftext_html).toContain("<p>x &amp; y</p>");
  });

  it("finds names by prefix, including closed subreddits", async () => {
    expect(await (await reddit.request("/api/search_reddit_names?query=SANDBOX_P")).json()).toEqual({
      names: ["sandbox_private"],
    });
    expect((await reddit.request("/api/search_reddit_names?query=sandbox&exact=true")).status).toBe(404);
    const many = await reddit.list("/api/info?sr_name=WebDev,no_such_sub,sandbox_private");
    expect(many.data.children.map(({ data }) => data.display_name)).toEqual(["webdev", "sandbox_private"]);
  });
});
