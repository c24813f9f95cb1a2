import { describe, expect, test } from "vitest";
import { judgeList, type KnownList } from "@/domain/reading/list-updates";
import { atom, json, now, read, rss } from "./read-feed";

const minuteMs = 60_000;

/** Returns the titles of the new entries of each read. Reads are 15 minutes apart. */
function getNews(reads: readonly string[]): string[][] {
  let known: KnownList | null = null;
  let readAt: Date | null = null;
  return reads.map((body, index) => {
    const at = new Date(now.getTime() + index * 15 * minuteMs);
    const updates: { fresh: { entry: { item: { title: string } } }[]; known: KnownList } = judgeList(
      read(body).entries,
      { known, readAt, watchedSince: now },
      at,
    );
    ({ known } = updates);
    readAt = at;
    return updates.fresh.map(({ entry }) => entry.item.title);
  });
}

const list = (...inner: string[]) => rss(inner.map((one) => `<item>${one}</item>`).join(""));
const page = "<link>https://blog.example/changelog</link>";
const version = (name: string, more = "") =>
  `<title>${name}</title>${page}<description>About ${name}</description>${more}`;
const guid = (id: string, more = "") => `<guid isPermaLink="false">${id}</guid>${more}`;
const dated = (day: number) => `<pubDate>${day} Dec 2026 10:00:00 GMT</pubDate>`;

describe("new entries are detected and old ones are not repeated", () => {
  test.each<[string, string[], string[][]]>([
    [
      "a changelog without ids, whose entries share a link",
      [list(version("v1.0"), version("v0.9")), list(version("v1.1"), version("v1.0"), version("v0.9"))],
      [[], ["v1.1"]],
    ],
    [
      "the same with dates",
      [list(version("v1.0", dated(2))), list(version("v1.1", dated(5)), version("v1.0", dated(2)))],
      [[], ["v1.1"]],
    ],
    [
      "a changelog with one entry, later with two",
      [list(version("v1.0")), list(version("v1.1"), version("v1.0")), list(version("v1.2"), version("v1.1"))],
      [[], ["v1.1"], ["v1.2"]],
    ],
    [
      "a changelog that only ever shows its newest entry",
      [list(version("v1.0")), list(version("v1.1")), list(version("v1.1")), list(version("v1.2"))],
      [[], ["v1.1"], [], ["v1.2"]],
    ],
    [
      "the only entry's new date and text, under the same title",
      [
        list(`<title>Menu</title>${page}<description>Soup</description>${dated(2)}`),
        list(`<title>Menu</title>${page}<description>Stew</description>${dated(5)}`),
      ],
      [[], ["Menu"]],
    ],
    [
      "the only entry's new date and title, with the same text",
      [
        list(`<title>v1.0</title>${page}<description>Fixes</description>${dated(2)}`),
        list(`<title>v1.1</title>${page}<description>Fixes</description>${dated(5)}`),
      ],
      [[], ["v1.1"]],
    ],
    [
      "entries with the same title and link, but different texts",
      [
        list(`<title>News</title>${page}<description>One</description>`, `<title>x</title>${page}`),
        list(
          `<title>News</title>${page}<description>Two</description>`,
          `<title>News</title>${page}<description>One</description>`,
          `<title>x</title>${page}`,
        ),
      ],
      [[], ["News"]],
    ],
    [
      "entries that differ only in their date",
      [
        list(`<title>Down</title>${page}${dated(3)}`),
        list(`<title>Down</title>${page}${dated(4)}`, `<title>Down</title>${page}${dated(3)}`),
      ],
      [[], ["Down"]],
    ],
    [
      "the same guid for all entries",
      [
        list(version("v1.0", guid("0")), version("v0.9", guid("0"))),
        list(version("v1.1", guid("0")), version("v1.0", guid("0"))),
      ],
      [[], ["v1.1"]],
    ],
    [
      "a guid that is shared from the second read on",
      [
        list(version("a", guid("1")), version("x", guid("9"))),
        list(version("b", guid("1")), version("a", guid("1")), version("x", guid("9"))),
        list(version("b", guid("1")), version("x", guid("9"))),
      ],
      [[], ["b"], []],
    ],
    [
      "Atom with the same id for two entries",
      [
        atom("<entry><id>urn:1</id><title>a</title></entry><entry><id>urn:1</id><title>b</title></entry>"),
        atom(
          "<entry><id>urn:1</id><title>c</title></entry><entry><id>urn:1</id><title>a</title></entry><entry><id>urn:1</id><title>b</title></entry>",
        ),
      ],
      [[], ["c"]],
    ],
    [
      "JSON Feed with numbers, and a number and its text",
      [
        json([
          { id: 7, title: "a" },
          { id: "7", title: "b" },
          { id: 8, title: "c" },
        ]),
        json([
          { id: 9, title: "d" },
          { id: 7, title: "a" },
          { id: "7", title: "b" },
          { id: 8, title: "c!" },
        ]),
      ],
      [[], ["d"]],
    ],
    [
      "entries with different ids and the same text",
      [
        list(guid("1", "<title>Down</title>"), guid("0", "<title>Up</title>")),
        list(guid("2", "<title>Down</title>"), guid("1", "<title>Down</title>")),
        list(guid("3", `<title>Down</title>${dated(5)}`), guid("2", "<title>Down</title>")),
      ],
      [[], ["Down"], ["Down"]],
    ],
  ])("%s", (_name, reads, updates) => {
    expect(getNews(reads)).toEqual(updates);
  });
});

describe("an entry is recognized", () => {
  const link = (path: string) => `<link>https://blog.example/${path}</link>`;
  const other = `<title>Other</title>${link("other")}`;
  test.each<[string, string, string]>([
    [
      "with the same id, even if everything else changes",
      list(guid("1", version("v1"))),
      list(guid("1", "<title>v2</title><link>/else</link>")),
    ],
    [
      "if its text is edited",
      list(`<title>A</title>${link("a")}<description>b</description>`, other),
      list(`<title>A</title>${link("a")}<description>c</description>`, other),
    ],
    [
      "if its title is edited",
      list(`<title>A</title>${link("a")}<description>b</description>`, other),
      list(`<title>B</title>${link("a")}<description>b</description>`, other),
    ],
    [
      "if title and text are edited",
      list(`<title>A</title>${link("a")}${dated(3)}`, other),
      list(`<title>B</title>${link("a")}${dated(3)}`, other),
    ],
    [
      "if its date changes with each read",
      list(`<title>A</title>${page}${dated(3)}`, `<title>B</title>${page}${dated(3)}`),
      list(`<title>A</title>${page}${dated(4)}`, `<title>B</title>${page}${dated(4)}`),
    ],
    [
      "if its date changes with each read, and it has its own link",
      list(`<title>A</title>${link("a")}${dated(3)}`, other),
      list(`<title>A</title>${link("a")}${dated(4)}`, other),
    ],
    [
      "if the feed starts to have ids",
      list(version("a"), version("b")),
      list(guid("1", version("a")), guid("2", version("b"))),
    ],
    [
      "if the feed changes all ids",
      list(guid("1", version("a")), guid("2", version("b"))),
      list(guid("x1", version("a")), guid("x2", version("b"))),
    ],
    [
      "if only one id changes",
      list(guid("1", version("a")), guid("2", version("b"))),
      list(guid("x1", version("a")), guid("2", version("b"))),
    ],
    [
      "if ids and dates change",
      list(guid("1", version("a", dated(3))), guid("2", version("b", dated(3)))),
      list(guid("3", version("a", dated(4))), guid("4", version("b", dated(4)))),
    ],
    [
      "if white space around its id changes",
      list(guid(" 1\n", "<title>A</title>"), guid("2", "<title>B</title>")),
      list(guid("1", "<title>C</title>"), guid("2", "<title>B</title>")),
    ],
  ])("%s", (_name, first, second) => {
    expect(getNews([first, second, first])).toEqual([[], [], []]);
  });
});

test("an entry with an invalid or ambiguous date is new when first seen", () => {
  const old = `<title>old</title><guid>0</guid>${dated(1)}`;
  for (const date of [
    "05.12.2026 10:00",
    "05/12/2026",
    "soon",
    "1 Jan 1970 00:00:00 GMT",
    "5 Dec 2031 10:00:00 GMT",
    "",
  ]) {
    const fresh = `<title>new</title><guid>1</guid><pubDate>${date}</pubDate>`;
    expect(getNews([list(old), list(fresh, old), list(fresh, old)])).toEqual([[], ["new"], []]);
  }
});

test("entries that replace each other under a link get different fullnames", () => {
  const menu = (text: string, day: number) =>
    read(list(`<title>Menu</title>${page}<description>${text}</description>${dated(day)}`)).entries[0]!.item;
  expect(menu("Soup", 2).fullname).not.toBe(menu("Stew", 5).fullname);
  expect(menu("Soup", 2).fullname).toBe(menu("Soup!", 2).fullname);
});

test("entries that share a link or id get different fullnames", () => {
  const body = list(
    version("a", guid("1")),
    version("b", guid("1")),
    version("c"),
    `<title>d</title><link>/d</link>`,
  );
  const names = read(body).entries.map(({ item }) => item.fullname);
  expect(new Set(names).size).toBe(4);
  expect(names.every((name) => /^feed:[0-9a-f]{64}$/.test(name))).toBe(true);
});
