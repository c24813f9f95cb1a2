import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { forumHosts, startForums } from "../../../support/forums";

let forums: Awaited<ReturnType<typeof startForums>>;
beforeEach(async () => {
  forums = await startForums();
});
afterEach(() => forums.close());

const requested = () => forums.discourse.requested.map(({ forum, path }) => `${forum}${path}`);

describe("forum at a URL", () => {
  test("has a title, posts and the time of its newest post", async () => {
    forums.world.write("harbour", { topic: 1, text: "Hello" });
    const newestAt = forums.clock();
    expect(await forums.site.findList("https://harbour.example/t/welcome/1/2")).toMatchObject({
      ...{ place: "harbour.example", title: "Harbour Community", items: 2, newestAt },
    });
    expect(requested()).toEqual([
      ...["harbour/robots.txt", "harbour/posts.json"],
      "harbour/site/basic-info.json",
    ]);
  });

  test("has a new place if it moved permanently", async () => {
    forums.world.known("harbour").movedTo = `http://localhost:${forums.forumPort}`;
    expect(await forums.site.findList("harbour.example")).toMatchObject({
      ...{ place: "workbench.example", title: "The Workbench" },
    });
  });

  test("can lack a title", async () => {
    forums.failures.set({ mode: "html", status: 404, service: "discourse", path: "basic-info" });
    expect(await forums.site.findList("harbour.example")).toMatchObject({ title: null, items: 1 });
  });

  test.each([
    ["no forum", { mode: "html", status: 404 }, "No Discourse forum at this URL"],
    [
      "a web page",
      { mode: "html", status: 200 },
      "Returned a web page; this doesn't look like a Discourse forum",
    ],
    ["nothing", { mode: "cut" }, "Connection failed"],
  ] as const)("%s: returns the reason", async (_name, failure, reason) => {
    forums.failures.set({ ...failure, service: "discourse", path: "posts.json" });
    expect(await forums.site.findList("harbour.example")).toEqual({ reason, isThere: false });
  });

  test("returns the reason for private forums and invalid URLs", async () => {
    forums.world.known("harbour").isForMembers = true;
    expect(await forums.site.findList("harbour.example")).toEqual({
      ...{ reason: "Only members can see its posts", isThere: true },
    });
    expect(await forums.site.findList("not an address")).toEqual({
      ...{ reason: "This isn't a forum URL", isThere: false },
    });
  });

  test("in a private network is rejected", async () => {
    expect(await forums.site.findList("127.0.0.1:1")).toEqual({
      ...{ reason: "This URL isn't allowed", isThere: false },
    });
  });
});

describe("robots.txt", () => {
  test("is required if it fails, but not if it is missing", async () => {
    forums.failures.set({ mode: "json", status: 503, service: "discourse", path: "robots", count: 1 });
    await expect(forums.site.fetchPosts(forumHosts.harbour, null)).rejects.toMatchObject({
      ...{ kind: "unavailable", message: "Returned status 503" },
    });
    expect(requested()).toEqual([]);
    forums.world.known("harbour").robots = null;
    expect((await forums.site.fetchPosts(forumHosts.harbour, null)).posts).toHaveLength(1);
  });

  test("of the redirect target counts as well", async () => {
    forums.world.known("harbour").movedTo = `http://localhost:${forums.forumPort}`;
    forums.world.known("workbench").robots = "User-agent: Earshot\nDisallow: /";
    await expect(forums.site.fetchPosts(forumHosts.harbour, null)).rejects.toMatchObject({
      ...{ kind: "forbidden", reason: "robots" },
    });
  });

  test("applies to single posts", async () => {
    forums.world.known("harbour").robots = "User-agent: *\nDisallow: /posts/";
    const fullname = `${forumHosts.harbour}:post:1`;
    expect((await forums.site.fetchByFullname([fullname])).statuses.size).toBe(0);
    expect((await forums.site.fetchPosts(forumHosts.harbour, null)).posts).toHaveLength(1);
  });
});

test("fetches a post, or null if it was deleted", async () => {
  forums.world.write("harbour", { topic: 1, text: "Hello" });
  const named = (number: number) => forums.site.fetchItem!(`${forumHosts.harbour}:post:${number}`);
  expect((await named(2)).item).toMatchObject({ kind: "comment", body: "Hello", place: "harbour.example" });
  forums.world.end("harbour", 2, "deleted");
  expect([(await named(2)).item, (await named(3)).item]).toEqual([null, null]);
  forums.world.end("harbour", 1, "hidden");
  expect((await named(1)).item).toBeNull();
  expect((await forums.site.fetchItem!("of no forum")).item).toBeNull();
});

test("fetches a post by its position in a topic", async () => {
  const number = forums.world.write("harbour", { topic: 1, text: "Hello" });
  const at = (inTopic: number) => forums.site.fetchItem!(`${forumHosts.harbour}:topic:1:${inTopic}`);
  expect((await at(2)).item).toMatchObject({
    fullname: `${forumHosts.harbour}:post:${number}`,
    body: "Hello",
  });
  expect((await at(3)).item).toBeNull();
  forums.world.end("harbour", number, "private");
  expect((await at(2)).item).toBeNull();
  forums.world.known("harbour").robots = "User-agent: *\nDisallow: /posts/by_number";
  forums.advance(24 * 3_600_000);
  await expect(at(1)).rejects.toMatchObject({ name: "SiteError", reason: "robots" });
});

test("doesn't report a private post as deleted", async () => {
  forums.world.end("harbour", 1, "private");
  const { statuses } = await forums.site.fetchByFullname([`${forumHosts.harbour}:post:1`, "of no forum"]);
  expect(statuses.size).toBe(0);
});

describe("forum in a folder", () => {
  const { boathouse } = forumHosts;
  const requested = () => forums.discourse.requested.map(({ forum, path }) => `${forum}${path}`);

  test.each([
    ...["/community", "/community/", "/community/t/welcome-to-the-boathouse/1", "/community/latest"],
    ...["/community/c/support/5", "/community/about-us"],
  ])("is found from %s, with its own title and posts", async (path) => {
    forums.world.write("boathouse", { topic: 1, text: "Hello" });
    expect(await forums.site.findList(`https://harbour.example${path}`)).toMatchObject({
      ...{ place: boathouse, title: "The Boathouse", items: 2 },
    });
  });

  test("is requested below its folder and obeys the robots.txt of its host", async () => {
    await forums.site.findList(`${boathouse}/latest`);
    expect(requested()).toEqual([
      ...["harbour/robots.txt", "boathouse/posts.json", "boathouse/site/basic-info.json"],
    ]);
    forums.world.known("harbour").robots = "User-agent: Earshot/1.0\nDisallow: /community/";
    forums.advance(24 * 3_600_000);
    await expect(forums.site.fetchPosts(boathouse, null)).rejects.toMatchObject({ reason: "robots" });
    expect((await forums.site.fetchPosts(forumHosts.harbour, null)).posts).toHaveLength(1);
  });

  test("includes its folder in fullnames and URLs", async () => {
    const number = forums.world.write("boathouse", { topic: 1, text: "Hello" });
    forums.world.write("harbour", { topic: 1, text: "Elsewhere" });
    const [post] = (await forums.site.fetchPosts(boathouse, null)).posts;
    expect(post!.item).toMatchObject({
      ...{ fullname: `${boathouse}:post:${number}`, place: boathouse, body: "Hello" },
      url: `https://harbour.example/community/p/${number}`,
    });
    const fullnames = [`${boathouse}:post:${number}`, `${forumHosts.harbour}:post:${number}`];
    forums.world.end("boathouse", number, "deleted");
    const { statuses } = await forums.site.fetchByFullname(fullnames);
    expect(fullnames.map((one) => statuses.get(one))).toEqual(["deleted", "present"]);
  });

  test("keeps its folder if its host redirects there", async () => {
    forums.world.known("harbour").movedTo = `http://127.0.0.1:${forums.forumPort}/community`;
    expect(await forums.site.findList("harbour.example")).toMatchObject({ place: boathouse });
  });

  test("that doesn't exist is replaced by the forum of its host", async () => {
    expect(await forums.site.findList("workbench.example/our-team")).toMatchObject({
      ...{ place: forumHosts.workbench, title: "The Workbench" },
    });
    expect(requested()).toEqual([
      ...["workbench/robots.txt", "workbench/our-team/posts.json", "workbench/posts.json"],
      "workbench/site/basic-info.json",
    ]);
  });

  test("that only members can read is not replaced by the forum of its host", async () => {
    forums.world.known("boathouse").isForMembers = true;
    expect(await forums.site.findList(boathouse)).toEqual({
      ...{ reason: "Only members can see its posts", isThere: true },
    });
  });
});
