import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { readFrame } from "@/sites/bluesky/frames";
import { getItem } from "@/sites/bluesky/record";
import { getFaults } from "../domain/markdown/safety";

const did = "did:plc:pix6ea6qom66zjojyaekctbr";
const result = Date.parse("2026-07-04T14:38:08.090Z");
const post = (record: object | null) => getItem(did, "3mptbyoeyc22k", record, result);
const link = (byteStart: unknown, byteEnd: unknown, uri: unknown) => ({
  index: { byteStart, byteEnd },
  features: [{ $type: "app.bsky.richtext.facet#link", uri }],
});
const external = { uri: "https://example.org/a", title: "How we *count*", description: "A\npost" };
const image = (alt: unknown) => ({ alt, image: {} });

describe("text of a post", () => {
  test.each<[string, object, string]>([
    ["plain text", { text: "Tide tables" }, "Tide tables"],
    ["line breaks", { text: "one\ntwo\r\n\r\nthree" }, "one  \ntwo\n\nthree"],
    [
      "escapes Markdown syntax",
      { text: "*not* <b>bold</b> snake_case" },
      "\\*not\\* \\<b>bold\\</b> snake_case",
    ],
    [
      "the full URL of a shortened one",
      { text: "see example.org/lo...", facets: [link(4, 21, "https://example.org/long?q=1")] },
      "see <https://example.org/long?q=1>",
    ],
    [
      "a linked word",
      { text: "see this", facets: [link(4, 8, "https://example.org/")] },
      "see [this](<https://example.org/>)",
    ],
    [
      "offsets in bytes",
      { text: "über 🌊 hier ok", facets: [link(11, 15, "https://example.org/")] },
      "über 🌊 [hier](<https://example.org/>) ok",
    ],
    ["a link beyond the text", { text: "short", facets: [link(2, 90, "https://example.org/")] }, "short"],
    ["a link within a character", { text: "über", facets: [link(1, 3, "https://example.org/")] }, "über"],
    [
      "a link with reversed offsets",
      { text: "short", facets: [link(4, 2, "https://example.org/")] },
      "short",
    ],
    [
      "offsets that aren't numbers",
      { text: "short", facets: [link("0", 2.5, "https://example.org/"), 7, null] },
      "short",
    ],
    [
      "overlapping links",
      { text: "abcdef", facets: [link(2, 6, "https://b.example/"), link(0, 4, "https://a.example/")] },
      "[abcd](<https://a.example/>)ef",
    ],
    ["a script URL", { text: "abc", facets: [link(0, 3, "javascript:alert(1)")] }, "abc"],
    [
      "an embedded page",
      { text: "Read", embed: { external } },
      "Read\n\n[How we \\*count\\*](<https://example.org/a>)\n\nA post",
    ],
    [
      "descriptions of images",
      { text: "", embed: { images: [image("A pier"), image(3), image("")] } },
      "A pier",
    ],
    [
      "images next to a quoted post",
      { text: "x", embed: { record: {}, media: { images: [image("A pier")] } } },
      "x\n\nA pier",
    ],
    [
      "hashtags outside the text",
      { text: "x", tags: ["quill", 5, " goose  feather ", "quill"] },
      "x\n\nquill · goose feather",
    ],
    ["a video", { text: "x", embed: { alt: "Waves" } }, "x\n\nWaves"],
    ["fields of other types", { text: 7, facets: "no", embed: [], labels: 3 }, ""],
    ["NUL and a lone surrogate", { text: "a\0b\ud83c" }, "a\uFFFDb\uFFFD"],
  ])("%s", (_, record, body) => {
    const item = post(record)!;
    expect(item.body).toBe(body);
    expect(getFaults(markdownToHtml(item.body))).toEqual([]);
  });

  test("is limited for any number of links", () => {
    const facets = Array.from({ length: 1_000 }, (_, at) =>
      link(at, at + 1, `https://example.org/${"x".repeat(1_900)}`),
    );
    const embed = {
      external: { uri: `https://e.example/${"y".repeat(9_000)}`, title: "t".repeat(90_000) },
      images: Array(500).fill(image("z".repeat(9_000))),
    };
    const began = performance.now();
    const item = post({ text: "a".repeat(900_000), facets, embed })!;
    expect(item.body.length).toBeLessThan(320_000);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

describe("title of a post", () => {
  test.each<[string, object, string]>([
    ["the first line", { text: "\n One  line\nand more" }, "One line"],
    ["a long text, shortened", { text: "🌊".repeat(120) }, `${"🌊".repeat(99)}…`],
    ["from its page", { text: " ", embed: { external } }, "How we *count*"],
    ["from its image", { embed: { media: { images: [image("A pier")] } } }, "A pier"],
    ["no text", {}, "(no text)"],
  ])("%s", (_, record, title) => {
    expect(post(record)).toMatchObject({ title, isUntitled: true });
  });
});

test.each<[string, unknown, string]>([
  ["from the author's clock", "2026-07-04T14:38:02+00:00", "2026-07-04T14:38:02.000Z"],
  ["not later than the event", "2031-01-01T00:00:00Z", "2026-07-04T14:38:08.090Z"],
  ["long ago, for an imported post", "2015-03-01T10:00:00+02:00", "2015-03-01T08:00:00.000Z"],
  ["too long ago", "0001-01-01T00:00:00Z", "2026-07-04T14:38:08.090Z"],
  ["not a time", "yesterday", "2026-07-04T14:38:08.090Z"],
  ["another type", 12, "2026-07-04T14:38:08.090Z"],
])("creation time: %s", (_, createdAt, expected) => {
  expect(post({ text: "x", createdAt })!.createdAt.toISOString()).toBe(expected);
});

test("reads kind, author, URL and adult labels", () => {
  const labels = (...names: unknown[]) => ({ labels: { values: names.map((val) => ({ val })) } });
  expect(post({ text: "x" })).toMatchObject({
    fullname: `at://${did}/app.bsky.feed.post/3mptbyoeyc22k`,
    url: `https://bsky.app/profile/${did}/post/3mptbyoeyc22k`,
    ...{ kind: "post", site: "bluesky", place: "all", author: did, over18: false, html: null },
  });
  expect(post({ text: "x", reply: { root: {}, parent: {} } })!.kind).toBe("comment");
  expect(post({ text: "x", ...labels(7, "porn") })!.over18).toBe(true);
  expect(post({ text: "x", ...labels("!no-unauthenticated") })!.over18).toBe(false);
  expect([
    post(null),
    getItem("nobody", "3mptbyoeyc22k", {}, result),
    getItem(did, "..", {}, result),
  ]).toEqual([null, null, null]);
});

const fullname = `at://${did}/app.bsky.feed.post/3mptbyoeyc22k`;
const recorded = readFileSync(new URL("fixtures/bluesky-v1.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

test("reads recorded frames", () => {
  const frames = recorded.map((line) => readFrame(1, line));
  const counts: Record<string, number> = {};
  for (const frame of frames) {
    const what =
      frame.is === "event" ? (frame.happened?.is ?? (frame.isSkipped ? "skipped" : "nothing")) : frame.is;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  for (const frame of frames) {
    if (frame.is !== "event" || frame.writtenMs === null) continue;
    expect(Math.abs(frame.atMs - frame.writtenMs)).toBeLessThan(10_000);
  }
  expect(counts).toMatchInlineSnapshot(`
    {
      "author-back": 1,
      "deleted": 1,
      "nothing": 3,
      "written": 17,
    }
  `);
});

const commit = { did, time_us: 1783175888090631, kind: "commit" };
const first = (made: object) => ({
  ...commit,
  commit: { collection: "app.bsky.feed.post", rkey: "3mptbyoeyc22k", ...made },
});
const account = (active: unknown, status?: string) => ({
  ...commit,
  kind: "account",
  account: { active, status, did },
});
const second = (payload: object) => ({
  $type: "message",
  payload: { did, seq: 12345, time: "2026-07-04T14:38:08.090631Z", ...payload },
});
const lexicon = "network.bsky.jetstream.subscribeEvents";

test.each<[string, 1 | 2, unknown, object]>([
  ["deletion", 1, first({ operation: "delete" }), { happened: { is: "deleted", fullname } }],
  ["an edit", 1, first({ operation: "update", record: { text: "x" } }), { happened: null, isSkipped: false }],
  ["a post without its record", 1, first({ operation: "create" }), { happened: null, isSkipped: true }],
  [
    "a post without its key",
    1,
    first({ operation: "create", rkey: 7, record: {} }),
    { happened: null, isSkipped: true },
  ],
  ["another record", 1, first({ collection: "app.bsky.feed.like" }), { happened: null, isSkipped: false }],
  ["a removed account", 1, account(false, "takendown"), { happened: { is: "author-gone", author: did } }],
  [
    "a deactivated account without a reason",
    1,
    account(false),
    { happened: { is: "author-gone", author: did } },
  ],
  ["a throttled account", 1, account(false, "throttled"), { happened: null }],
  ["a reactivated account", 1, account(true), { happened: { is: "author-back", author: did } }],
  ["an account with an invalid status", 1, account("yes"), { happened: null }],
  [
    "a deletion in version 2",
    2,
    second({
      $type: `${lexicon}#commit`,
      collection: "app.bsky.feed.post",
      rkey: "3mptbyoeyc22k",
      operation: "delete",
    }),
    { sequence: 12345, atMs: result, happened: { is: "deleted", fullname } },
  ],
  [
    "an account in version 2",
    2,
    second({ $type: `${lexicon}#account`, account: { active: false, status: "deleted" } }),
    { happened: { is: "author-gone", author: did } },
  ],
  ["an identity in version 2", 2, second({ $type: `${lexicon}#identity`, identity: {} }), { happened: null }],
  [
    "an info message",
    2,
    { $type: "message", payload: { $type: `${lexicon}#info`, name: "OutdatedCursor" } },
    { is: "info", name: "OutdatedCursor" },
  ],
  [
    "an error message",
    2,
    { $type: "error", error: "ConsumerTooSlow", message: "x" },
    { is: "error", name: "ConsumerTooSlow" },
  ],
  ["no time", 2, second({ $type: `${lexicon}#commit`, time: "now" }), { is: "unreadable" }],
  ["no sequence number", 2, second({ $type: `${lexicon}#commit`, seq: "12" }), { is: "unreadable" }],
  ["a frame of the other version", 2, first({ operation: "delete" }), { is: "unreadable" }],
  ["something else", 1, [1], { is: "unreadable" }],
])("reads a frame: %s", (_, version, frame, expected) => {
  expect(readFrame(version, JSON.stringify(frame))).toMatchObject(expected);
});

test.each(["", "{", "<html>", "null", "7"])("rejects an unreadable frame: %s", (line) => {
  expect([readFrame(1, line), readFrame(2, line)]).toEqual([{ is: "unreadable" }, { is: "unreadable" }]);
});
