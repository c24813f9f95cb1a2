import fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvRows } from "@/server/watches/import/csv-rows";

const getRows = (text: string, delimiter = ",") => [...csvRows(text, delimiter)];

test.each<[string, string, string[][]]>([
  [
    "cells",
    "a,b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["no line break at the end", "a,b", [["a", "b"]]],
  [
    "empty cells",
    ",a,\n,",
    [
      ["", "a", ""],
      ["", ""],
    ],
  ],
  ["an empty line", "a\n\nb", [["a"], [""], ["b"]]],
  ["quotes", '"a,b","c\nd","e""f"', [["a,b", "c\nd", 'e"f']]],
  ["spaces after a quote", '"a"  ,"b"\t\nc', [["a", "b"], ["c"]]],
  ["a quote inside a cell", 'a"b,c', [['a"b', "c"]]],
  ["an empty quoted cell at the end", 'a,""', [["a", ""]]],
])("%s", (_name, text, cells) => {
  expect(getRows(text).map((row) => row.cells)).toEqual(cells);
  expect(getRows(text).some(({ isBroken }) => isBroken)).toBe(false);
});

test("reports each row's first line, unclosed quotes, and quotes that aren't followed by a delimiter", () => {
  expect(getRows('a,"x\ny"\nb\n\n"c"d,"e"\n"f\ng').map(({ line, isBroken }) => [line, isBroken])).toEqual([
    [0, false],
    [2, false],
    [3, false],
    [4, true],
    [5, true],
  ]);
});

test("keeps up to the maximum number of columns and reports further cells with text", () => {
  const [empty, more] = getRows(`a${",".repeat(2_000)}\na${",".repeat(2_000)}b`);
  expect([empty!.cells.length, empty!.hasMore]).toEqual([1_000, false]);
  expect([more!.cells.length, more!.hasMore]).toEqual([1_000, true]);
});

const cell = fc.string({
  unit: fc.constantFrom("a", "b", '"', ",", ";", " ", "\n", "é", "\t"),
  maxLength: 8,
});
test("parses Papa Parse's output like Papa Parse", () => {
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, fc.constantFrom(",", ";", "\t", "|"), (rows, delimiter) => {
      const text = Papa.unparse(rows, { delimiter, newline: "\n", quotes: true });
      expect(getRows(text, delimiter).map(({ cells }) => cells)).toEqual(rows);
    }),
  );
});

test("parses any text like Papa Parse if that reports no errors", () => {
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), (cells) => {
      const text = cells.join("");
      const { data, errors } = Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" });
      fc.pre(text !== "" && errors.length === 0);
      const rows = text.endsWith("\n") ? data.slice(0, -1) : data;
      expect(getRows(text).map((row) => row.cells)).toEqual(rows);
    }),
    { numRuns: 2_000 },
  );
});
