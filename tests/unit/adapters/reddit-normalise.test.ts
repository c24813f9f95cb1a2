import fc from "../../support/seeded";
import { describe, expect, it } from "vitest";
import { normalise } from "@/sites/reddit/normalise";
import type { Item } from "@/domain/reading/item";
import { commentRow, postRow } from "./fixtures/site";

const link = { is_self: false, selftext: "", selftext_html: null };
const parent = {
  selftext: "The parent's **words**.",
  selftext_html: "<p>P</p>",
  is_self: true,
  url: "https://www.reddit.com/r/b/x",
};

describe("link of a post", () => {
  const listed = (url: string) => ({ crosspost_parent_list: [{ ...parent, ...link, url }] });
  it.each<[string, Record<string, unknown>, string | undefined]>([
    ["its own text", {}, undefined],
    ["a link", { ...link, url: "https://bells.example/loud" }, "https://bells.example/loud"],
    [
      "a link with a text",
      { ...link, selftext: "Why?", url: "https://bells.example/loud" },
      "https://bells.example/loud",
    ],
    ["a link within the site", { ...link, url: "/r/bells/wiki" }, undefined],
    ["a link to another thread", { ...link, url: "https://old.reddit.com/r/b/comments/x/" }, undefined],
    ["an image uploaded to Reddit", { ...link, url: "https://i.redd.it/a.jpeg" }, undefined],
    ["a video uploaded to Reddit", { ...link, url: "https://v.redd.it/a" }, undefined],
    ["a host with a similar ending", { ...link, url: "https://notreddit.com/a" }, "https://notreddit.com/a"],
    ["a crosspost of a link", { ...link, ...listed("https://c.example/a") }, "https://c.example/a"],
    ["a crosspost of a picture", { ...link, ...listed("https://i.redd.it/a.jpeg") }, undefined],
    ["a crosspost of a text", { ...link, crosspost_parent_list: [parent] }, undefined],
  ])("%s", (_name, data, expected) => {
    expect(normalise(postRow(data))?.link).toBe(expected);
  });

  it("is missing in comments", () => {
    expect(normalise(commentRow({ url: "https://bells.example/loud" }))).not.toHaveProperty("link");
  });
});

describe("post", () => {
  it("becomes an item", () => {
    expect(normalise(postRow())).toEqual({
      fullname: "t3_1abc23",
      kind: "post",
      site: "reddit",
      place: "Cycling",
      title: "A bicycle & a bell",
      body: "It **rings**.",
      html: '<!-- SC_OFF --><div class="md"><p>It <strong>rings</strong>.</p>\n</div><!-- SC_ON -->',
      author: "rider",
      url: "https://www.reddit.com/r/Cycling/comments/1abc23/a_bicycle_a_bell/",
      createdAt: new Date(1_795_000_000_000),
      over18: false,
    } satisfies Item);
  });

  it.each<[string, Record<string, unknown>, Partial<Item>]>([
    ["no text", { selftext: "", selftext_html: null }, { body: "", html: null }],
    [
      "nulls where the site allows them",
      { selftext: null, selftext_html: null, link_flair_text: null, media: null },
      { body: "", html: null },
    ],
    ["without a title", { title: null }, { title: "It rings.", isUntitled: true }],
    ["a blank title", { title: " \n" }, { title: "It rings.", isUntitled: true }],
    ["without HTML", { selftext_html: null }, { body: "It **rings**.", html: null }],
    [
      "entirely escaped HTML",
      { selftext_html: "&lt;p&gt;a &amp;amp; b&lt;/p&gt;" },
      { html: "<p>a &amp; b</p>" },
    ],
    [
      "a link",
      { ...link, url: "https://bells.example/loud" },
      { body: "https://bells.example/loud", html: null },
    ],
    [
      "an overridden link",
      { ...link, url: "https://a.example/", url_overridden_by_dest: "https://b.example/" },
      { body: "https://b.example/" },
    ],
    [
      "a link within the site",
      { ...link, url: "/r/bells/wiki" },
      { body: "https://www.reddit.com/r/bells/wiki" },
    ],
    ["an invalid link", { ...link, url: "javascript:alert(1)" }, { body: "", html: null }],
    [
      "a link with a text",
      { is_self: false, selftext: "See:", selftext_html: "<p>See:</p>", url: 'https://x.example/?a=1&b="' },
      {
        body: 'See:\n\nhttps://x.example/?a=1&b="',
        html: '<p>See:</p>\n<p><a href="https://x.example/?a=1&amp;b=&quot;">https://x.example/?a=1&amp;b=&quot;</a></p>',
      },
    ],
    [
      "its own URL is not text",
      { is_self: true, url: "https://www.reddit.com/r/Cycling/comments/1abc23/words/" },
      { body: "It **rings**." },
    ],
    ["its flair", { link_flair_text: " A \0question " }, { flair: "A \uFFFDquestion" }],
    ["a flair of another type", { link_flair_text: 5 }, { title: "A bicycle & a bell" }],
    ["a flair is not part of the text", { link_flair_text: "Flair" }, { body: "It **rings**." }],
    [
      "a poll's options",
      {
        selftext_html: "<p>It rings.</p>",
        poll_data: { options: [{ text: "*Quill*" }, { text: " " }, { text: "A & B" }] },
      },
      {
        body: "It **rings**.\n\n- \\*Quill\\*\n- A & B",
        html: "<p>It rings.</p>\n<ul><li>*Quill*</li><li>A &amp; B</li></ul>",
      },
    ],
    [
      "a gallery's captions and their links",
      {
        ...{ ...link, selftext: "", selftext_html: null, url: "https://www.reddit.com/gallery/1abc23" },
        gallery_data: {
          items: [
            { media_id: "a", caption: "Before\n<the> bell" },
            { media_id: "b" },
            { media_id: "c", caption: "After", outbound_url: "https://bells.example/" },
          ],
        },
      },
      {
        body: "Before \\<the> bell\n\nAfter\n\nhttps://bells.example/\n\nhttps://www.reddit.com/gallery/1abc23",
        html:
          "<p>Before &lt;the&gt; bell</p>\n<p>After</p>\n" +
          '<p><a href="https://bells.example/">https://bells.example/</a></p>\n' +
          '<p><a href="https://www.reddit.com/gallery/1abc23">https://www.reddit.com/gallery/1abc23</a></p>',
      },
    ],
    [
      "captions and options of odd types",
      { gallery_data: { items: [null, { caption: 5 }, "x"] }, poll_data: { options: [{}, 7] } },
      { body: "It **rings**." },
    ],
    ["a gallery without its media", { gallery_data: null, poll_data: "x" }, { body: "It **rings**." }],
    [
      "a crosspost of a gallery",
      { ...link, crosspost_parent_list: [{ ...parent, gallery_data: { items: [{ caption: "A quill" }] } }] },
      { body: "The parent's **words**.\n\nA quill" },
    ],
    [
      "a crosspost of a text",
      { ...link, url: "/r/b/comments/x/words_of_the_address/", crosspost_parent_list: [parent] },
      { body: "The parent's **words**.", html: "<p>P</p>" },
    ],
    [
      "a crosspost of a link",
      { ...link, crosspost_parent_list: [{ ...parent, ...link, url: "https://c.example/" }] },
      { body: "https://c.example/", html: null },
    ],
    [
      "a crosspost with its own text",
      { crosspost_parent_list: [{ ...parent, selftext_html: null }] },
      { body: "It **rings**.\n\nThe parent's **words**.", html: null },
    ],
    ["a crosspost of a deleted post", { crosspost_parent_list: [] }, { body: "It **rings**." }],
    ["a crosspost of invalid data", { crosspost_parent_list: "odd" }, { body: "It **rings**." }],
    ["removed", { selftext: "[removed]", selftext_html: "<p>[removed]</p>" }, { body: "", html: null }],
    ["by a deleted account", { author: "[deleted]" }, { author: null }],
    ["without an author", { author: undefined }, { author: null }],
    ["on a profile", { subreddit: "u_rider" }, { place: "u_rider" }],
    ["NSFW", { over_18: true }, { over18: true }],
    [
      "a lone surrogate, a NUL and an emoji",
      { title: "a\uD800b\0c\uDC00 \u{1F600}" },
      { title: "a\uFFFDb\uFFFDc\uFFFD \u{1F600}" },
    ],
    [
      "without a permalink",
      { permalink: null },
      { url: "https://www.reddit.com/r/Cycling/comments/1abc23/" },
    ],
    [
      "a permalink to somewhere else",
      { permalink: "//evil.example/r/x" },
      { url: "https://www.reddit.com/r/Cycling/comments/1abc23/" },
    ],
    [
      "an absolute permalink",
      { permalink: "https://old.reddit.com/r/a/comments/1/" },
      { url: "https://old.reddit.com/r/a/comments/1/" },
    ],
    ["without a name, but an id", { name: undefined }, { fullname: "t3_1abc23" }],
    ["a fractional time", { created_utc: 1_795_000_000.25 }, { createdAt: new Date(1_795_000_000_250) }],
  ])("%s", (_name, data, expected) => {
    expect(normalise(postRow(data))).toMatchObject(expected);
  });
});

describe("comment", () => {
  it.each<[string, Record<string, unknown>, Partial<Item>]>([
    [
      "as listed",
      {},
      {
        kind: "comment",
        fullname: "t1_k9z8y7x6w5v4u",
        title: "A bicycle & a bell",
        body: "Loud?",
        html: '<div class="md"><p>Loud?</p>\n</div>',
      },
    ],
    ["without its post's title", { link_title: undefined }, { title: "Loud?", isUntitled: true }],
    ["without a text", { body: null, body_html: null }, { body: "", html: null }],
    [
      "deleted",
      { body: "[deleted]", body_html: "<p>[deleted]</p>", author: "[deleted]" },
      { body: "", html: null, author: null },
    ],
    ["ignores its post's link", { link_url: "https://x.example/" }, { body: "Loud?" }],
    [
      "without a permalink",
      { permalink: undefined },
      { url: "https://www.reddit.com/r/Cycling/comments/1abc23/_/k9z8y7x6w5v4u/" },
    ],
    [
      "without any URL",
      { permalink: undefined, link_id: undefined },
      { url: "https://www.reddit.com/r/Cycling/" },
    ],
  ])("%s", (_name, data, expected) => {
    expect(normalise(commentRow(data))).toMatchObject(expected);
  });
});

describe("rejects rows that can't be items", () => {
  it.each<[string, unknown]>([
    ["no fullname", postRow({ name: null, id: null })],
    ["another kind's fullname", postRow({ name: "t1_abc" })],
    ["an empty id", postRow({ name: "t3_" })],
    ["no subreddit", postRow({ subreddit: "" })],
    ["no time", postRow({ created_utc: null })],
    ["a time out of range", postRow({ created_utc: 1e300 })],
    ["another kind", { ...postRow(), kind: "t5" }],
    ["no data", { kind: "t3" }],
    ["nothing", null],
    ["a list", []],
  ])("%s", (_name, row) => {
    expect(normalise(row)).toBeNull();
  });
});

it("never throws and never returns text that can't be stored", () => {
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.constant([]),
  );
  const keys = Object.keys({ ...postRow().data, ...commentRow().data, crosspost_parent_list: 0 });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...keys), value), fc.boolean(), (data, isPost) => {
      const item = normalise(isPost ? postRow(data) : commentRow(data));
      if (!item) return;
      expect(JSON.stringify(item)).not.toMatch(/\\u0000|\\ud[89a-f]/);
      expect(new URL(item.url).protocol).toBe("https:");
    }),
  );
});
