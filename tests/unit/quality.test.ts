import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const pages = ["docs/quality.md", "docs/asvs.md"];
/** `a file › a test's title or a part of it` */
const named = /`(tests\/[^`›]+) › ([^`]+)`/g;

const references = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(named)].map(([, file, title]) => [page, file!, title!.trim()]),
) as [string, string, string][];

test("the pages name tests by the hundred", () => {
  expect(references.length).toBeGreaterThan(90);
});

test.each(references)("%s: %s › %s", (_page, file, title) => {
  expect(existsSync(file)).toBe(true);
  // As it stands in the source, where a quote may be escaped and a name filled in.
  expect(readFileSync(file, "utf8").replaceAll("\\", "")).toContain(title);
});

test("every file that the pages name is there", () => {
  for (const page of pages) {
    const files = readFileSync(page, "utf8").matchAll(
      /`((?:src|tests|scripts|docs|prisma)\/[\w./()[\]-]+\.\w+)[` ]/g,
    );
    for (const [, file] of files)
      expect([page, file, existsSync(path.resolve(file!))]).toEqual([page, file, true]);
  }
});

test("every bench that is named is one", () => {
  const [, speed = ""] = readFileSync("docs/quality.md", "utf8").split("\n## Speed\n");
  const names = [...speed.matchAll(/\| `(\w+)` +\|/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect([name, existsSync(`tests/bench/${name}.ts`)]).toEqual([name, true]);
});
