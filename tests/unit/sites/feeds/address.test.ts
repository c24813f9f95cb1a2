import { expect, test } from "vitest";
import { addressOfPlace, getFullname, getHost, getPlace } from "@/sites/feeds/address";
import { facts } from "@/sites/feeds/facts";
import { freshMs } from "@/sites/feeds/fresh";

test.each<[string, string, string]>([
  ["https://blog.example/feed", "https://blog.example/feed", "https://blog.example/feed"],
  [" Blog.Example/Feed ", "https://blog.example/%46eed", "https://blog.example/Feed"],
  ["feed://blog.example/a", "https://blog.example/a", "https://blog.example/a"],
  ["feed:https://blog.example/a", "https://blog.example/a", "https://blog.example/a"],
  ["http://blog.example", "http://blog.example/", "http://blog.example/"],
  ["https://blog.example./x#y", "https://blog.example/x", "https://blog.example/x"],
  ["https://blog.example:443/x", "https://blog.example/x", "https://blog.example/x"],
  [
    "https://blog.example/?Token=aB%2fC%41",
    "https://blog.example/?%54oken=a%42%2f%43%41",
    "https://blog.example/?Token=aB%2FCA",
  ],
  ["https://blog.example/%C3%A9", "https://blog.example/%c3%a9", "https://blog.example/%C3%A9"],
  ["https://blog.example/é", "https://blog.example/%c3%a9", "https://blog.example/%C3%A9"],
  ["https://bücher.example/", "https://xn--bcher-kva.example/", "https://xn--bcher-kva.example/"],
  ["localhost:8080/x", "https://localhost:8080/x", "https://localhost:8080/x"],
])("%s is a place in any case, and its URL keeps the case", (typed, place, address) => {
  expect(getPlace(typed)).toBe(place);
  expect(place).toBe(place.toLowerCase());
  expect(addressOfPlace(place)).toBe(address);
  expect(getPlace(place)).toBe(place);
  expect(getPlace(address)).toBe(place);
  expect([facts.isPlaceName(place), facts.strippedName(typed)]).toEqual([true, place]);
});

test.each([
  "",
  "webdev",
  "all",
  "two words",
  "https://",
  "https://a:b@blog.example/",
  "ftp://blog.example/",
  "javascript:alert(1)",
  "mailto:a@b.example",
  "https://single/",
  `https://blog.example/${"x".repeat(2_000)}`,
])("%j is not a feed URL", (typed) => {
  expect(getPlace(typed)).toBeNull();
  expect(facts.isPlaceName(typed)).toBe(false);
});

test("labels, links and fullnames contain only the host", () => {
  const place = getPlace("https://www.blog.example/private/s3cret?key=s3cret")!;
  for (const shown of [facts.getLabel(place), facts.getUrl(place), getFullname(place, "1")])
    expect(shown).not.toContain("s3cret");
  expect(facts.getLabel(place)).toBe("blog.example");
  expect(getFullname(place, "1")).toMatch(/^feed:[\da-f]{64}$/);
});

test("well-known feeds are places on distinct hosts", () => {
  const known = Object.keys(facts.wellKnown!);
  expect(known.filter((name) => !facts.isPlaceName(name))).toEqual([]);
  expect(new Set(known.map(getHost)).size).toBe(known.length);
});

const now = new Date("2026-11-22T12:00:00Z");
test.each<[Record<string, string>, number | null, number]>([
  [{}, null, 15],
  [{ "cache-control": "public, max-age=1200" }, null, 20],
  [{ "cache-control": "max-age=1200", age: "600" }, null, 10],
  [{ "cache-control": "max-age=0" }, null, 5],
  [{ "cache-control": "s-maxage=99999" }, null, 15],
  [{ "cache-control": "max-age=999999999" }, null, 60],
  [{ expires: "Sun, 22 Nov 2026 12:30:00 GMT" }, null, 30],
  [{ expires: "0" }, null, 5],
  [{ "cache-control": "max-age=60" }, 45, 45],
  [{}, 1_440, 60],
])("with headers %j and an interval of %s minutes, polls again after %s", (headers, own, minutes) => {
  expect(freshMs(new Headers(headers), own, now)).toBe(minutes * 60_000);
});
