import { afterEach, describe, expect, it } from "vitest";
import { SiteError } from "@/domain/reading/site-error";
import {
  commentRow,
  getListing,
  postRow,
  siteAt,
  startSite,
  type StubResponse,
  type Seen,
} from "./fixtures/site";

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((site) => site.close()));
});

async function site(api: (seen: Seen, nth: number) => StubResponse) {
  const started = await startSite({ api });
  open.push(started);
  return started;
}

describe("fetchNewest", () => {
  it("requests one raw page of a multireddit and returns items, anchor and rate", async () => {
    const { url, requests } = await site(() => ({
      body: getListing([postRow()], "t3_1abc23"),
      headers: { "x-ratelimit-used": "4", "x-ratelimit-remaining": "996.0", "x-ratelimit-reset": "533" },
    }));
    const page = await siteAt(url).fetchNewest({
      places: ["Cycling", "bikes"],
      kind: "post",
      after: "t3_x",
    });
    expect(page).toMatchObject({
      skipped: 0,
      after: "t3_1abc23",
      rate: { used: 4, remaining: 996, resetSeconds: 533 },
    });
    expect(page.items.map((item) => item.fullname)).toEqual(["t3_1abc23"]);
    expect(requests[0]).toMatchObject({ method: "GET", path: "/api-root/r/Cycling+bikes/new" });
    expect(Object.fromEntries(requests[0]!.query)).toEqual({ limit: "100", after: "t3_x", raw_json: "1" });
    expect(requests[0]!.headers).toMatchObject({
      authorization: "bearer first",
      "user-agent": "node:earshot:test (by /u/nobody)",
    });
  });

  it("requests comments by another path, without an anchor", async () => {
    const { url, requests } = await site(() => ({ body: getListing([commentRow()]) }));
    const page = await siteAt(url).fetchNewest({ places: ["all"], kind: "comment" });
    expect(page.items[0]).toMatchObject({ kind: "comment", body: "Loud?" });
    expect(requests[0]!.path).toBe("/api-root/r/all/comments");
    expect(requests[0]!.query.has("after")).toBe(false);
  });

  it("skips and counts unreadable rows and keeps the others", async () => {
    const rows = [
      postRow({ name: null, id: null }),
      postRow({ created_utc: "yesterday" }),
      postRow({ subreddit: 7 }),
      { kind: "more", data: {} },
      { kind: "t3" },
      null,
      "text",
      postRow({ title: { odd: true }, selftext: 5, over_18: "no", author: [] }),
    ];
    const { url } = await site(() => ({ body: getListing(rows) }));
    const page = await siteAt(url).fetchNewest({ places: ["a"], kind: "post" });
    expect(page.skipped).toBe(7);
    expect(page.items).toHaveLength(1);
    expect(page.items[0]).toMatchObject({ title: "(no text)", isUntitled: true, body: "", author: null });
  });

  it.each([
    ["and names the next page", "t3_2x", { items: [], skipped: 1, after: "t3_2x" }],
    ["at the end of the list", null, { items: [], skipped: 1, after: null }],
  ])("skips and counts a single item that is too large, %s", async (_name, after, expected) => {
    const giant = getListing(
      [postRow({ selftext: `"after":"t3_no"${"x".repeat(21 * 1024 * 1024)}` })],
      after,
    );
    const { url, requests } = await site(() => ({ body: giant }));
    const lookup = { places: ["a"], kind: "post" } as const;
    expect(await siteAt(url).fetchNewest({ ...lookup, limit: 1 })).toMatchObject(expected);
    expect(requests[0]!.query.get("limit")).toBe("1");
    const refused = siteAt(url).fetchNewest({ ...lookup, limit: 2 });
    await expect(refused).rejects.toMatchObject({ reason: "too-large" });
  });

  it("throws if a response is too large and has no next cursor", async () => {
    const { url } = await site(() => ({ body: " ".repeat(21 * 1024 * 1024) }));
    const requested = siteAt(url).fetchNewest({ places: ["a"], kind: "post", limit: 1 });
    await expect(requested).rejects.toMatchObject({ reason: "too-large" });
  });

  it("reads each rate header separately", async () => {
    const { url } = await site(() => ({ body: getListing([]), headers: { "x-ratelimit-remaining": "0.5" } }));
    const { rate } = await siteAt(url).fetchNewest({ places: ["a"], kind: "post" });
    expect(rate).toEqual({ used: null, remaining: 0.5, resetSeconds: null });
  });

  it("rejects a URL that is too long without sending it", async () => {
    const { url, requests } = await site(() => ({ body: getListing([]) }));
    const places = Array.from({ length: 250 }, (_, n) => `a_name_of_many_${n}`);
    await expect(siteAt(url).fetchNewest({ places, kind: "post" })).rejects.toThrow(RangeError);
    expect(requests).toHaveLength(0);
  });
});

describe("fetchByFullname", () => {
  const statuses = async (rows: unknown[], fullnames = ["t3_1abc23"]) => {
    const { url } = await site(() => ({ body: getListing(rows) }));
    return Object.fromEntries((await siteAt(url).fetchByFullname(fullnames)).statuses);
  };

  it.each([
    ["unchanged", [postRow()], "present"],
    ["absent", [], "deleted"],
    ["deleted by its author", [postRow({ author: "[deleted]", selftext: "[deleted]" })], "deleted"],
    ["removed by a moderator", [postRow({ selftext: "[removed]" })], "deleted"],
    ["removed, but with its text", [postRow({ removed_by_category: "moderator" })], "deleted"],
    ["removed by the site", [postRow({ selftext: "[ Removed by Reddit ]" })], "deleted"],
    ["by a deleted account", [postRow({ author: "[deleted]" })], "deleted"],
    [
      'a text that contains the word "[removed]"',
      [postRow({ selftext: "why was it [removed]?" })],
      "present",
    ],
  ])("%s", async (_name, rows, expected) => {
    expect(await statuses(rows)).toEqual({ t3_1abc23: expected });
  });

  it("matches rows by name in any order", async () => {
    const rows = [commentRow({ body: "[removed]" }), postRow()];
    expect(await statuses(rows, ["t3_1abc23", "t1_k9z8y7x6w5v4u"])).toEqual({
      t3_1abc23: "present",
      t1_k9z8y7x6w5v4u: "deleted",
    });
  });

  it("doesn't report missing posts as deleted if a row is unreadable", async () => {
    expect(await statuses([postRow(), { kind: "t3", data: 5 }], ["t3_1abc23", "t3_other"])).toEqual({
      t3_1abc23: "present",
    });
  });

  it("rejects more names than the site supports, which would return none", async () => {
    const { url, requests } = await site(() => ({ body: getListing([]) }));
    const many = Array.from({ length: 101 }, (_, n) => `t3_${n}`);
    await expect(siteAt(url).fetchByFullname(many)).rejects.toThrow(RangeError);
    expect(requests).toHaveLength(0);
  });
});

describe("checkPlace", () => {
  const t5 = (data: object) => JSON.stringify({ kind: "t5", data: { display_name: "Cycling", ...data } });
  const refusal = (reason: string, error: number) => JSON.stringify({ reason, message: "No", error });

  it.each<[string, StubResponse, string, string | null]>([
    ["open", { body: t5({ subreddit_type: "public" }) }, "ok", "Cycling"],
    ["restricted", { body: t5({ subreddit_type: "restricted" }) }, "ok", "Cycling"],
    ["nulls", { body: t5({ subreddit_type: null, quarantine: null }) }, "ok", "Cycling"],
    ["quarantined, but readable", { body: t5({ quarantine: true }) }, "quarantined", "Cycling"],
    ["private", { status: 403, body: refusal("private", 403) }, "private", null],
    ["quarantined", { status: 403, body: refusal("quarantined", 403) }, "quarantined", null],
    ["gated", { status: 403, body: refusal("gated", 403) }, "gated", null],
    [
      "refused without a reason",
      { status: 403, body: '{"message":"Forbidden","error":403}' },
      "private",
      null,
    ],
    ["banned", { status: 404, body: refusal("banned", 404) }, "banned", null],
    ["missing", { status: 404, body: '{"message":"Not Found","error":404}' }, "missing", null],
    ["missing, in HTML", { status: 404, type: "text/html", body: "<html>" }, "missing", null],
    [
      "redirected to the search",
      { status: 302, headers: { location: "/subreddits/search?q=x" } },
      "missing",
      null,
    ],
    ["an empty search result", { body: getListing([]) }, "missing", null],
  ])("%s", async (_name, response, health, displayName) => {
    const { url } = await site(() => response);
    expect(await siteAt(url).checkPlace("cycling")).toMatchObject({ health, displayName });
  });

  it.each<[string, StubResponse]>([
    ["an edge page", { status: 403, type: "text/html", body: "<html>whoa there, pardner" }],
    ["a rate limit", { status: 429, body: "{}" }],
    ["an outage", { status: 503, type: "text/html", body: "<html>Ow!" }],
  ])("%s says nothing about the subreddit", async (_name, response) => {
    const { url } = await site(() => response);
    await expect(siteAt(url).checkPlace("cycling")).rejects.toThrow(SiteError);
  });
});

describe("searchPlaces", () => {
  it("returns the names that a watch can have", async () => {
    const { url, requests } = await site(() => ({
      body: '{"names":["reddit.com","redditdev",5,"de","popular"]}',
    }));
    const { names } = await siteAt(url).searchPlaces("red".repeat(40));
    expect(names).toEqual(["redditdev"]);
    expect(requests[0]!.path).toBe("/api-root/api/search_reddit_names");
    expect(requests[0]!.query.get("query")).toHaveLength(50);
  });
});
