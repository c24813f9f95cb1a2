import { expect, test } from "vitest";
import { items, read, rss } from "./read-feed";

const atomWith = (attributes: string, inner: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" ${attributes}>${inner}</feed>`;
const linked = (attributes = "") =>
  `<entry ${attributes}><id>urn:1</id><title>One</title><link href="one"/><summary type="html">&lt;a href="more">more&lt;/a></summary></entry>`;

test.each([
  ["the feed", atomWith('xml:base="https://pages.example/notes/"', linked()), "https://pages.example/notes/"],
  [
    "an entry, relative to the feed's",
    atomWith('xml:base="https://pages.example/notes/"', linked('xml:base="2026/"')),
    "https://pages.example/notes/2026/",
  ],
  ["the feed, relative to its URL", atomWith('xml:base="/notes/"', linked()), "https://blog.example/notes/"],
  [
    "an RSS channel's root",
    rss(
      '<item><guid>1</guid><link>one</link><description>&lt;a href="more">more&lt;/a></description></item>',
    ).replace("<rss", '<rss xml:base="https://pages.example/notes/feed.xml?key=secret"'),
    "https://pages.example/notes/",
  ],
])("resolves links against the xml:base of %s", (_name, feed, base) => {
  expect(items(feed)).toMatchObject([
    { url: `${base}one`, link: `${base}one`, body: expect.stringContaining(`[more](${base}more)`) },
  ]);
});

test.each(["", "javascript:alert(1)", "https://", "x".repeat(3_000)])(
  "ignores the invalid xml:base %.30s",
  (written) => {
    const [item] = items(atomWith(`xml:base="https://pages.example/"`, linked(`xml:base="${written}"`)));
    expect(item?.url).toBe("https://pages.example/one");
  },
);

test("a text's own xml:base applies only to that text", () => {
  const text = '<content type="html" xml:base="https://cdn.example/a/">&lt;a href="b">b&lt;/a></content>';
  const [one, two] = items(
    atomWith(
      "",
      `<entry><id>1</id><link href="/1"/>${text}</entry><entry><id>2</id><link href="/2"/></entry>`,
    ),
  );
  expect(one).toMatchObject({ url: "https://blog.example/1", body: "[b](https://cdn.example/a/b)" });
  expect(two?.url).toBe("https://blog.example/2");
});

test("entries without an id keep their identity if their feed declares xml:base", () => {
  const inner = '<link href="/"/><entry><title>One</title><link href="one"/></entry>';
  const identities = (attributes: string) =>
    read(atomWith(attributes, inner)).entries.map(({ item, ...listed }) => [item.fullname, listed]);
  expect(identities('xml:base="https://pages.example/notes/"')).toEqual(identities(""));
});
