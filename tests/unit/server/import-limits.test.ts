import { expect, test, vi } from "vitest";
import { importLimits } from "@/domain/text/imported-file";
import { unpacked } from "@/server/threads/packed";
import { getEntries } from "@/server/watches/import/entries";
import { readFile } from "@/server/watches/import/read-file";

const counted = vi.hoisted(() => ({ entries: 0, rows: 0 }));
vi.mock("@/server/watches/import/entry", async (original) => {
  const entry = await original<typeof import("@/server/watches/import/entry")>();
  const getEntry: typeof entry.getEntry = (...input) => ((counted.entries += 1), entry.getEntry(...input));
  return { ...entry, getEntry };
});
vi.mock("@/server/watches/import/csv-rows", async (original) => {
  const { csvRows } = await original<typeof import("@/server/watches/import/csv-rows")>();
  return {
    csvRows: function* (...input: Parameters<typeof csvRows>) {
      for (const row of csvRows(...input)) {
        counted.rows += 1;
        yield row;
      }
    },
  };
});

const tooMany = "A file can have up to 50,000 lines. Split it in two.";
const opml = (inside: string) => `<opml><body>${inside}</body></opml>`;

/** A file of the maximum size with far more than 50,000 entries. */
const endless = (unit: string, before = "") =>
  before + unit.repeat(Math.floor(importLimits.bytes / unit.length));

test.each([
  ["values in one line of commas", endless("a,")],
  ["lines", endless("a\n")],
  ["rows", endless("a;b\n", "keyword;notes\n")],
  ["quoted rows", endless('"a"\n', "keyword\n")],
  ["outlines", `<opml>${endless('<outline text="Google Alerts: a"/>')}</opml>`],
])("refuses too many %s without reading the rest of the file", (_name, text) => {
  Object.assign(counted, { entries: 0, rows: 0 });
  expect(() => [...getEntries(text)]).toThrow(tooMany);
  expect(counted.entries).toBeGreaterThan(50_000);
  // Outlines are parsed in chunks.
  expect(counted.entries).toBeLessThan(55_000);
  expect(counted.rows).toBeLessThan(55_000);
});

test("accepts 50,000 and refuses one more", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, n) => `k${n}`).join("\n");
  expect([...getEntries(lines(50_000))]).toHaveLength(50_000);
  expect(() => [...getEntries(lines(50_001))]).toThrow(tooMany);
});

test("refuses elements that are nested more than 100 levels deep", () => {
  const nested = (levels: number) =>
    opml(`${'<outline text="a">'.repeat(levels)}${"</outline>".repeat(levels)}`);
  expect([...getEntries(nested(98))]).toHaveLength(98);
  expect(() => [...getEntries(nested(99))]).toThrow("nested more than 100 levels deep");
  expect(() => [...getEntries(endless("<outline>", "<opml>"))]).toThrow("nested more than 100 levels deep");
  expect(() => [...getEntries(endless("<a>"))]).toThrow("nested more than 100 levels deep");
});

test("refuses a table with more columns than it can have", () => {
  const titles = Array.from({ length: 1_000 }, (_, n) => `c${n}`).join();
  expect(() => [...getEntries(`Keyword,${titles}\na`)]).toThrow("A table can have up to 1,000 columns.");
});

test.each([
  ["a long line", `${"a ".repeat(2_600)}\nfine`, 1],
  ["a long line in a list", `${"a".repeat(5_001)},fine`, 1],
  ["a long cell", `Keyword,Notes\nacme,${"a".repeat(100_001)}\nfine,\n`, 2],
  ["a long outline", opml(`<outline title="Google Alert - ${"a".repeat(6_000)}"/><outline text="fine"/>`), 1],
])("%s is reported separately", (_name, text, line) => {
  const [first, ...others] = [...getEntries(text)];
  expect(first).toMatchObject({ line, problem: expect.stringContaining("too long") });
  expect(others).toHaveLength(1);
});

test("splits a list of words at commas with any surrounding white space", () => {
  const blanks = " ".repeat(100_000);
  const entries = [...getEntries(`${blanks}a${blanks},${blanks}b c;;${blanks}\td${blanks}`)];
  expect(entries.map((entry) => "draft" in entry && entry.draft.keyword)).toEqual(["a", "b c", "d"]);
});

test("white space in a list costs no more than words", () => {
  const getMs = (text: string) => {
    const startMs = performance.now();
    expect([...getEntries(text)].length).toBeGreaterThan(1);
    return performance.now() - startMs;
  };
  const words = getMs("a,".repeat(45_000));
  expect(getMs(`a,b${" ".repeat(90_000)}c`)).toBeLessThan(10 * words);
});

const file = (bytes: Uint8Array, isJson = false) => ({
  ...{ bytes, isJson, query: {}, sitesOn: ["reddit", "bluesky"], sitesWithAccounts: ["bluesky"] },
  hasExpressions: true,
});
async function linesOf(text: string) {
  const lines = [];
  for await (const line of unpacked(readFile(file(Buffer.from(text))).lines)) lines.push(line);
  return lines;
}

test("returns each line as a complete row or a problem", async () => {
  const places = "Keyword,Places\nacme,bluesky:all\n(,bluesky:all\nx OR author:jane.example,bluesky:all\n";
  const lines = await linesOf(places);
  expect(lines).toMatchObject([
    {
      line: 2,
      row: { keyword: "acme", places: ["bluesky:all"], authors: null, highlights: null },
      addresses: [],
    },
    { line: 3, row: { keyword: "(" } },
    { line: 4, row: { authors: { bluesky: {} }, authorsFetchedAt: "1970-01-01T00:00:00.000Z" } },
  ]);
  const [own] = await linesOf("Keyword,Places\nacme,Feeds:https://Blog.example/F\n");
  expect(own).toMatchObject({ problem: expect.any(String) });
});

test("rejects text that can't be stored, but not backslashes and surrogate pairs", async () => {
  const lines = await linesOf("a\u0000b\na\\u0000b\na🎧b\na\\\\ud800");
  expect(lines.map((line) => "problem" in line)).toEqual([true, false, false, false]);
});

test.each([
  ["not UTF-8", false, Buffer.from([0x47, 0xf6, 0xdf]), "VALIDATION_ERROR"],
  ["not JSON", true, Buffer.from("{"), "MALFORMED_JSON"],
  ["without a text", true, Buffer.from("{}"), "VALIDATION_ERROR"],
  ["empty", true, Buffer.from(""), "VALIDATION_ERROR"],
  ["nested", true, Buffer.from("[".repeat(2_400_000)), "MALFORMED_JSON"],
  ["full of values", true, Buffer.from(`{"text":[${"1,".repeat(2_000_000)}1]}`), "PAYLOAD_TOO_LARGE"],
  ["with a NUL", true, Buffer.from('{"text":"a\\u0000"}'), "VALIDATION_ERROR"],
])("rejects a body that is %s", (_name, isJson, bytes, code) => {
  expect(() => readFile(file(bytes, isJson))).toThrow(expect.objectContaining({ code }));
});
