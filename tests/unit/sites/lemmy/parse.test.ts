import { describe, expect, test } from "vitest";
import { isIn } from "@/sites/lemmy/items";
import { parseList, parseNodeInfo, parseOne, type List } from "@/sites/lemmy/parse";

const host = "lemmy.example";
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const response = (letter: "p" | "c", value: unknown) => ({
  host,
  letter,
  body: bytes(value),
  contentType: null,
});
const list = (letter: "p" | "c", value: unknown) => parseList(response(letter, value)) as List;

const creator = { name: "mod", actor_id: "https://far.example/u/mod", bot_account: true };
const community = { name: "Music", actor_id: `https://${host}/c/music`, local: true };
const post = {
  ...{ id: 180, name: "Live recording", url: "https://example.com/live", body: "Some _text_" },
  ...{
    published: "2026-06-12T23:37:46.566375Z",
    deleted: false,
    removed: false,
    nsfw: true,
    alt_text: "A stage",
  },
};

describe("posts", () => {
  test("have their title, text, image description and link", () => {
    const { rows, skipped, nextPage } = list("p", {
      posts: [{ post, creator, community }],
      next_page: "P1b2",
    });
    expect({ skipped, nextPage }).toEqual({ skipped: 0, nextPage: "P1b2" });
    expect(rows).toMatchObject([
      {
        ...{ id: 180, title: "Live recording", author: "mod@far.example", isBot: true, over18: true },
        body: "Some _text_\n\nA stage\n\nhttps://example.com/live",
        ...{
          link: "https://example.com/live",
          createdMs: Date.parse("2026-06-12T23:37:46.566Z"),
          isGone: false,
        },
      },
    ]);
  });

  test("a long link is never cut inside a character", () => {
    const start = "https://example.com/";
    const url = `${start}${"a".repeat(1_999 - start.length)}😀`;
    const [row] = list("p", { posts: [{ post: { ...post, url, ap_id: url }, creator, community }] }).rows;
    expect([row?.link, row?.uri].map((text) => text?.isWellFormed())).toEqual([true, true]);
    expect(row?.body.isWellFormed()).toBe(true);
  });

  test("of PieFed and of Lemmy 1.0 have other names for the same fields", () => {
    const { name, published, ...rest } = post;
    const piefed = {
      post: { ...rest, title: name, published },
      creator: { user_name: "ada", bot: false },
      community,
    };
    const newer = { post: { ...rest, name, published_at: published }, creator: { name: "ada" }, community };
    for (const row of [...list("p", { posts: [piefed] }).rows, ...list("p", { items: [newer] }).rows])
      expect(row).toMatchObject({ title: "Live recording", author: "ada", isBot: false, isGone: false });
  });

  test.each([
    [{ deleted: true }, true],
    [{ removed: true }, true],
    [{ published: null }, true],
    [{ published: "2026-06-12T23:37:46.566375" }, false],
  ])("with %j", (change, isGone) => {
    expect(
      list("p", { posts: [{ post: { ...post, ...change }, creator, community }] }).rows[0],
    ).toMatchObject({ isGone });
  });

  test("that are invalid are skipped", () => {
    expect(list("p", { posts: [{}, null, { post: { id: 1 } }] })).toMatchObject({
      skipped: 2,
      rows: [{ id: 1 }],
    });
  });
});

describe("comments", () => {
  test("show the titles of spoilers, and the post's title", () => {
    const comment = {
      id: 501,
      content: "Hello\n::: spoiler The end\nhidden\n:::",
      published: post.published,
    };
    const [row] = list("c", { comments: [{ comment, creator, community, post }] }).rows;
    expect(row).toMatchObject({ id: 501, title: "Live recording", body: "Hello\n\nThe end\n\nhidden" });
  });
});

test("a single item is in its view", () => {
  expect(parseOne(response("p", { post_view: { post, creator, community } }))).toMatchObject({
    row: { id: 180 },
  });
  expect(parseOne(response("p", { error: "unknown" }))).toEqual({
    fault: "This doesn't look like a Lemmy instance",
  });
});

test("the software is named by a linked description", () => {
  const href = `https://${host}/nodeinfo/2.1`;
  const links = [{ rel: "http://nodeinfo.diaspora.software/ns/schema/2.1", href }];
  expect(parseNodeInfo(response("p", { links }))).toEqual({ href, name: null });
  expect(parseNodeInfo(response("p", { software: { name: "PieFed" } }))).toEqual({
    href: null,
    name: "piefed",
  });
});

test("a community that has moved still contains its posts", () => {
  const rowAt = (change: object) =>
    list("p", { posts: [{ post, creator, community: { ...community, ...change } }] }).rows[0]!;
  expect(isIn(rowAt({}), `music@${host}`)).toBe(true);
  expect(isIn(rowAt({ actor_id: "https://new.example/c/music" }), `music@${host}`)).toBe(true);
  expect(isIn(rowAt({ actor_id: "https://new.example/c/music", local: false }), `music@${host}`)).toBe(false);
  expect(isIn(rowAt({ name: "other" }), `music@${host}`)).toBe(false);
  expect(isIn(rowAt({ name: "other" }), host)).toBe(true);
});
