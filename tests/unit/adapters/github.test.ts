import { describe, expect, test } from "vitest";
import { atomEntries, discussionsIn, feedVersion } from "@/sites/github/atom";
import { partedFullname } from "@/sites/github/address";
import { factsFor } from "@/sites/github/facts";
import { itemOfLink } from "@/sites/github/link";
import { toRefusal, getRate } from "@/sites/github/refusals";
import { getEntry, getOpening, getRelease } from "@/sites/github/responses";

const place = "tidewater/app";
const facts = factsFor({ hasToken: true });
const issue = {
  ...{ id: 3481001001, number: 4321, title: "Widget leaks memory", comments: 2, body: null, user: null },
  ...{ created_at: "2026-11-26T05:00:00Z", updated_at: "2026-11-26T05:20:00Z" },
  html_url: "https://github.com/Tidewater/App/issues/4321",
};

describe("places", () => {
  test.each([
    ["https://github.com/o/r/issues/5", "o/r"],
    ["github.com/o/r", "o/r"],
    ["https://www.github.com/o/r.git", "o/r"],
    ["https://github.com/o/r/tree/main/src?x=1#y", "o/r"],
    [" o/r ", "o/r"],
    ["https://github.com/o/r/releases.atom", "https://github.com/o/r/releases.atom"],
    ["https://github.com/topics/rust", "https://github.com/topics/rust"],
    ["https://github.com.example.com/o/r", "https://github.com.example.com/o/r"],
  ])("reads %s as %s", (typed, name) => expect(facts.strippedName(typed)).toBe(name));

  test.each([
    ["o/r", true],
    ["my-org/my.repo_2", true],
    ["o", false],
    ["o/r/x", false],
    ["o/..", false],
    ["-o/r", false],
    ["example.com/forum", false],
    ["orgs/tidewater", false],
    ["all", false],
  ])("%s is a repository: %s", (name, is) => expect(facts.isPlaceName(name)).toBe(is));
});

test.each([
  ["https://github.com/o/r/issues/5", "github:o/r#5"],
  ["https://github.com/O/R/pull/5/files", "github:o/r#5"],
  ["https://github.com/o/r/discussions/7", "github:o/r#7"],
  ["https://github.com/o/r/issues/5#issuecomment-29", "github:o/r:issuecomment-29"],
  ["https://github.com/o/r/pull/5#discussion_r123", "github:o/r:discussion_r-123"],
  ["https://github.com/o/r/discussions/7#discussioncomment-12", "github:o/r#7:discussioncomment-12"],
  ["https://github.com/o/r/releases/tag/v1%2F2", "github:o/r@v1/2"],
])("%s names %s", (link, fullname) => {
  expect(itemOfLink(link)?.fullname).toBe(fullname);
  expect(partedFullname(fullname)).toMatchObject({ place: "o/r" });
});

test.each([
  "https://github.com/o/r",
  "https://github.com/o/r/issues",
  "https://github.com/o/r/releases/tag/%zz",
])("%s names no item", (link) => expect(itemOfLink(link)).toBeNull());

describe("rows", () => {
  test("reads an issue without text and author", () => {
    const opening = getOpening(place, issue);
    expect(opening).toMatchObject({ number: 4321, total: 2, thread: "issues", hasOwnList: false });
    expect(opening?.item).toMatchObject({
      ...{
        fullname: "github:tidewater/app#4321",
        kind: "post",
        place: "Tidewater/App",
        author: null,
        body: "",
      },
      url: "https://github.com/Tidewater/App/issues/4321",
    });
    expect(opening?.item).not.toHaveProperty("isBot");
  });

  test.each([
    { login: "helper[bot]", type: "User" },
    { login: "helper", type: "Bot" },
  ])("flags the author %o as a bot", (user) =>
    expect(getOpening(place, { ...issue, user })?.item?.isBot).toBe(true),
  );

  test("skips rows without number or time", () => {
    expect(getOpening(place, { ...issue, number: "x" })).toBeNull();
    expect(getOpening(place, { ...issue, created_at: "yesterday" })).toBeNull();
    expect(getEntry(place, "issuecomment", { id: 1, created_at: issue.created_at })).toBeNull();
    expect(getRelease(place, { tag_name: "v1", draft: true, created_at: issue.created_at })).toBeNull();
  });

  test("comments on code are not counted", () => {
    const row = { id: 9, created_at: issue.created_at, pull_request_url: "https://api/repos/o/r/pulls/4" };
    expect(getEntry(place, "discussion_r", row)).toMatchObject({ number: 4, isCounted: false });
  });
});

test("reads discussions from feeds, and distinguishes feeds by their entries", () => {
  const entry = (path: string) =>
    `<entry><title>A &amp; B</title><link href="https://github.com/o/r/${path}"/><published>2026-11-02T09:00:00Z</published>
    <updated>2026-11-02T10:00:00Z</updated><author><name>ada</name></author><content type="html">&lt;p&gt;Hello &lt;b&gt;you&lt;/b&gt;&lt;/p&gt;</content></entry>`;
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title>${entry("discussions/7")}${entry("releases/tag/v1")}</feed>`;
  const entries = atomEntries(feed)!;
  expect(discussionsIn("o/r", entries)).toMatchObject([
    { number: 7, total: null, item: { title: "A & B", author: "ada", body: "Hello **you**" } },
  ]);
  const versions = [entries, entries.slice(1), atomEntries(feed)!].map(feedVersion);
  expect([versions[0] === versions[1], versions[0] === versions[2]]).toEqual([false, true]);
  expect(atomEntries("<html><p>Sign in</p></html>")).toBeNull();
});

describe("limits", () => {
  const nowMs = Date.parse("2026-11-02T09:00:00Z");
  const reply = (status: number, headers: Record<string, string>, body = "{}") => ({
    ...{ status, headers: new Headers(headers), body },
    rate: { used: 1, remaining: 0, resetSeconds: Number(headers["x-ratelimit-reset"] ?? NaN) || null },
  });
  const reset = String(nowMs / 1000 + 600);

  test.each([
    [403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }, "{}", "rate-limited", 600_000],
    [429, { "retry-after": "30" }, "{}", "rate-limited", 30_000],
    [403, {}, '{"message":"You have exceeded a secondary rate limit"}', "rate-limited", 60_000],
    [403, {}, '{"message":"Resource not accessible"}', "forbidden", null],
    [403, { "content-type": "text/html" }, "<html>", "blocked", null],
    [451, {}, "{}", "forbidden", null],
    [410, {}, "{}", "missing", null],
  ] as const)("status %i with %o and %s is %s, after %s ms", (status, headers, body, kind, retryAfterMs) => {
    expect(toRefusal(reply(status, headers, body), nowMs)).toMatchObject({ kind, retryAfterMs });
  });

  test("the reset is a time, and other limits are separate", () => {
    expect(getRate(reply(200, { "x-ratelimit-reset": reset }), nowMs).resetSeconds).toBe(600);
    const other = reply(200, { "x-ratelimit-reset": reset, "x-ratelimit-resource": "search" });
    expect(getRate(other, nowMs)).toEqual({ used: null, remaining: null, resetSeconds: null });
  });
});

test("without a token, fewer repositories are read less often", () => {
  expect(facts.placeLimit).toBeUndefined();
  expect(factsFor({ hasToken: false })).toMatchObject({
    ...{ readEveryMs: 30 * 60_000, window: { ms: 3_600_000, requests: 60 }, placeLimit: { max: 10 } },
  });
});
