import { describe, expect, test } from "vitest";
import { getStoryKey } from "@/server/recording/stories";
import { getItem } from "@/sites/bluesky/record";
import { bridgedUri, fullnameOfUri, idAt, getOrigin, toPageItem, getTag } from "@/sites/fediverse/address";
import { facts } from "@/sites/fediverse/facts";
import { getInstance } from "@/sites/fediverse/instances";
import { parsePage } from "@/sites/fediverse/pages";
import { readStatus, type ReadStatus } from "@/sites/fediverse/status";

const nowMs = Date.UTC(2026, 10, 26, 6);
const usual = {
  id: "115600000000000001",
  uri: "https://social.example/users/ada/statuses/115600000000000001",
  url: "https://social.example/@ada/115600000000000001",
  created_at: "2026-11-26T05:00:00.000Z",
  edited_at: null,
  in_reply_to_id: null,
  sensitive: false,
  spoiler_text: "",
  visibility: "public",
  content:
    '<p>Trying <a href="https://widget.example" rel="nofollow noopener"><span class="invisible">https://</span><span class="">widget.example</span></a> today <a href="https://social.example/tags/widgets" class="mention hashtag" rel="tag">#<span>widgets</span></a></p>',
  reblog: null,
  account: { username: "ada", acct: "ada@social.example", bot: false, indexable: true, noindex: false },
  media_attachments: [{ type: "image", description: "a blue widget" }],
  tags: [{ name: "widgets" }, { name: "aside" }],
  poll: { options: [{ title: "Yes" }, { title: "No" }] },
};

function itemIn(raw: object): Extract<ReadStatus, { is: "item" }>["item"] {
  const read = readStatus(raw, nowMs);
  if (read.is !== "item") throw new Error(read.is);
  return read.item;
}

describe("a status", () => {
  test("becomes an item with everything its author wrote", () => {
    const item = itemIn(usual);
    expect(item).toMatchObject({
      fullname: usual.uri,
      ...{ kind: "post", site: "fediverse", place: "all", isUntitled: true, author: "ada@social.example" },
      ...{ url: usual.url, uri: usual.url, createdAt: new Date("2026-11-26T05:00:00Z"), over18: false },
      title: "Trying https://widget.example today #widgets",
    });
    expect(item.isBot).toBeUndefined();
    for (const part of ["https://widget.example", "a blue widget", "- Yes\n- No", "#aside"])
      expect(item.body).toContain(part);
    expect(item.body).not.toContain("https:// widget");
  });

  test("of a bot carries the flag, and a reply is a comment", () => {
    const item = itemIn({ ...usual, in_reply_to_id: "1", account: { ...usual.account, bot: true } });
    expect(item).toMatchObject({ kind: "comment", isBot: true });
  });

  test("only needs id, uri, account, content and time", () => {
    const { id, uri, created_at, content } = usual;
    const bare = itemIn({ id, uri, created_at, content, account: { username: "ada" } });
    expect(bare).toMatchObject({ url: uri, author: "ada", kind: "post" });
    const odd = itemIn({
      ...usual,
      media_attachments: 7,
      poll: "no",
      tags: null,
      url: null,
      spoiler_text: 1,
    });
    expect(odd).toMatchObject({ fullname: uri, url: uri });
  });

  test.each([
    [{ reblog: { id: "1" } }, "other"],
    [{ visibility: "private" }, "other"],
    [{ visibility: "direct" }, "other"],
    [{ visibility: "unlisted" }, "item"],
    [{ account: { ...usual.account, noindex: true } }, "unlisted"],
    [{ account: { ...usual.account, indexable: false } }, "unlisted"],
    [{ account: { ...usual.account, note: "<p>I say #<span>NoBot</span></p>" } }, "unlisted"],
    [{ account: { username: "ada" } }, "item"],
    [{ id: 7 }, "invalid"],
    [{ uri: null, url: null }, "invalid"],
    [{ uri: "tag:social.example,2026:1", url: null }, "invalid"],
  ] as const)("with %o is read as %s", (change, expected) => {
    expect(readStatus({ ...usual, ...change }, nowMs).is).toBe(expected);
  });

  test("never takes long, however it is written", () => {
    const deep = `${"<b><a href='x'>".repeat(20_000)}tidewater`;
    expect(itemIn({ ...usual, content: deep }).body.length).toBeLessThan(100_000);
  });
});

test("a bridged post and its original are one story, in both directions", () => {
  const did = "did:plc:sz5dfhdtv65hnncoo7zcbfa4";
  const bluesky = getItem(did, "3mzd6h7znylzq", { text: "tidewater" }, nowMs)!;
  const uri = `https://bsky.brid.gy/convert/ap/${bluesky.fullname}`;
  expect(bridgedUri(uri)).toBe(bluesky.fullname);
  expect(bridgedUri(encodeURIComponent(uri))).toBe(bluesky.fullname);
  expect(getStoryKey(itemIn({ ...usual, uri, url: null }))).toBe(getStoryKey(bluesky));
  const back = getItem(did, "3mzd6h7znylzr", { text: "tidewater", bridgyOriginalUrl: usual.url }, nowMs)!;
  expect(getStoryKey(back)).toBe(getStoryKey(itemIn(usual)));
  expect(getStoryKey(bluesky)).not.toBe(getStoryKey(back));
});

test("places are hashtags of instances", () => {
  expect(getTag("#Widgets@Social.Example")).toEqual({ tag: "Widgets", instance: "social.example" });
  expect(getTag("#wïdgets_2@127.0.0.1:4010")).toEqual({ tag: "wïdgets_2", instance: "127.0.0.1:4010" });
  for (const name of ["widgets@social.example", "#@social.example", "#a b@social.example", "#widgets"])
    expect(getTag(name)).toBeNull();
  expect(facts.strippedName("https://social.example/tags/W%C3%AFdgets")).toBe("#Wïdgets@social.example");
  expect(facts.strippedName("https://social.example/tags/%")).toBe("#%@social.example");
  expect(facts.getUrl("#wïdgets@social.example")).toBe("https://social.example/tags/w%C3%AFdgets");
  expect(facts.itemOfLink(usual.url)).toMatchObject({ fullname: usual.url, isByAddress: true });
  expect(facts.itemOfLink("https://social.example/@ada")).toBeNull();
});

test("names and numbers of posts", () => {
  expect(fullnameOfUri(`https://a.example/${"x".repeat(600)}`)).toMatch(/^uri:[0-9a-f]{64}$/);
  expect(toPageItem("#widgets@social.example/12")).toEqual({ instance: "social.example", id: "12" });
  expect(toPageItem(usual.uri)).toBeNull();
  expect(getOrigin(usual.uri)).toEqual({ instance: "social.example", id: usual.id });
  const numbered = "https://social.example/ap/users/115/statuses/116";
  expect(getOrigin(numbered)).toEqual({ instance: "social.example", id: "116" });
  expect(getOrigin("https://pleroma.example/objects/0d9a")).toBeNull();
  expect(idAt(new Date(1_000))).toBe("65536000");
});

test.each([
  ["mastodon.online", { name: "mastodon.online", base: "https://mastodon.online" }],
  ["https://Tags.example/", { name: "tags.example", base: "https://tags.example" }],
  ["127.0.0.1:4010", { name: "127.0.0.1:4010", base: "http://127.0.0.1:4010" }],
  [
    "social.example=http://127.0.0.1:4010/fediverse/social.example",
    { name: "social.example", base: "http://127.0.0.1:4010/fediverse/social.example" },
  ],
])("%s is an instance", (entry, expected) => {
  expect(getInstance(entry)).toEqual(expected);
});

test("a page lists posts oldest first, with its highest number, also if rows are invalid", () => {
  const rows = [{ ...usual, id: "30" }, { ...usual, id: "20", edited_at: usual.created_at }, { id: "40" }, 7];
  const place = "#widgets@social.example";
  const page = parsePage({ text: JSON.stringify(rows), place, nowMs })!;
  expect(page.items.map(({ fullname }) => fullname)).toEqual([`${place}/20`, `${place}/30`]);
  expect(page).toMatchObject({ edited: [`${place}/20`], skipped: 2, unlisted: 0, rows: 4, last: "40" });
  expect(parsePage({ text: "<html>", place, nowMs })).toBeNull();
  expect(parsePage({ text: '{"error":"x"}', place, nowMs })).toBeNull();
});
