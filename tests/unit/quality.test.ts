import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const pages = ["docs/quality.md", "docs/asvs.md"];
/** `a file › a test's title or part of it` */
const named = /`(tests\/[^`›]+) › ([^`]+)`/g;

const references = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(named)].map(([, file, title]) => [page, file!, title!.trim()]),
) as [string, string, string][];

test("the pages refer to many tests", () => {
  expect(references.length).toBeGreaterThan(90);
});

test.each(references)("%s: %s › %s", (_page, file, title) => {
  expect(existsSync(file)).toBe(true);
  // As written in the source, with escaped quotes and placeholders.
  expect(readFileSync(file, "utf8").replaceAll("\\", "")).toContain(title);
});

test("every file named on the pages exists", () => {
  for (const page of pages) {
    const files = readFileSync(page, "utf8").matchAll(
      /`((?:src|tests|scripts|docs|prisma)\/[\w./()[\]-]+\.\w+)[` ]/g,
    );
    for (const [, file] of files)
      expect([page, file, existsSync(path.resolve(file!))]).toEqual([page, file, true]);
  }
});

test("every bench named on the page exists", () => {
  const [, speed = ""] = readFileSync("docs/quality.md", "utf8").split("\n## Speed\n");
  const names = [...speed.matchAll(/\| `(\w+)` +\|/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect([name, existsSync(`tests/bench/${name}.ts`)]).toEqual([name, true]);
});
