import { expect, test } from "vitest";
import { items, json, read, rss } from "./read-feed";

const numbered = (count: number, toEntry: (n: number) => string) =>
  rss(Array.from({ length: count }, (_, n) => toEntry(n + 1)).join(""));
const dayOf = (n: number) => new Date(Date.UTC(2026, 10, 1) - (20_000 - n) * 3_600_000).toISOString();
const dated = (n: number) =>
  `<item><guid>${n}</guid><title>No. ${n}</title><dc:date>${dayOf(n)}</dc:date></item>`;
const titles = (feed: string) => items(feed).map(({ title }) => title);

test("a long feed with many attributes keeps its latest entries at the end", () => {
  const more = `<enclosure url="/a.mp3" length="1" type="audio/mpeg"/><itunes:image href="/b" alt="c"/>`;
  const feed = numbered(2_100, (n) => dated(n).replace("</item>", `${more}</item>`));
  expect(titles(feed).slice(0, 2)).toEqual(["No. 2100", "No. 2099"]);
  expect(items(feed)).toHaveLength(1_000);
});

test("an entry with too many attributes ends the reading, which keeps the entries before it", () => {
  const large = `<x ${'a="b" '.repeat(20_000)}/></item>`;
  const feed = numbered(3, (n) => (n === 3 ? dated(n).replace("</item>", large) : dated(n)));
  expect(titles(feed)).toEqual(["No. 2", "No. 1"]);
});

test("over 10,000 entries, both ends are read and the others are counted as skipped", () => {
  const feed = read(numbered(10_500, dated));
  expect(feed.entries.map(({ item: { title } }) => title).slice(0, 2)).toEqual(["No. 10500", "No. 10499"]);
  expect(feed.skipped).toBe(500);
  const entries = Array.from({ length: 10_500 }, (_, n) => ({ id: n + 1, title: `No. ${n + 1}` }));
  const found = read(json(entries.map((one) => ({ ...one, date_published: dayOf(one.id) }))));
  expect(found.entries[0]?.item.title).toBe("No. 10500");
  expect(found.skipped).toBe(500);
});
