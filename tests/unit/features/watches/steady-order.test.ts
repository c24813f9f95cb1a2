import { expect, test } from "vitest";
import { inSteadyOrder } from "@/features/watches/steady-order";

const cases: [name: string, before: string, rows: string, shown: string][] = [
  ["the first time", "", "abc", "abc"],
  ["a row moves to the top", "abc", "cab", "abc"],
  ["a row is removed", "abc", "ca", "ac"],
  ["a row is added to the top", "abc", "nabc", "nabc"],
  ["a row is added to the end", "abc", "cabn", "abcn"],
  ["a row is added while another one moves", "abc", "cnab", "anbc"],
  ["all rows are replaced", "abc", "xyz", "xyz"],
];
test.each(cases)("%s", (_, before, rows, shown) => {
  const sorted = inSteadyOrder(
    [...before],
    [...rows].map((_id) => ({ _id })),
  );
  expect(sorted.map(({ _id }) => _id).join("")).toBe(shown);
});
