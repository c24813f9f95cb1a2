import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readmeCommands } from "../support/readme";

const readme = readFileSync("README.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test("has at most 120 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

// tests/start/start.test.ts runs these commands literally in a fresh copy, as part of `npm test`.
test("contains the commands that other tests run literally", () => {
  const [start, ...rest] = readmeCommands();
  expect(start).toEqual(["npm start"]);
  expect(rest).toEqual([["npm test"], ["npm run build", "npm run migrate", "npm run serve"]]);
  expect(readFileSync(".ci/run", "utf8")).toMatch(/^exec npm test$/m);
});

test("names exactly the commands that exist", () => {
  const named = [...readme.matchAll(/`(?:npm run )?([a-z:-]+)`/g)].map(([, name]) => name!);
  const inText = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!);
  for (const name of inText) expect(scripts).toHaveProperty([name]);
  const retained = ["start", "test", "lock"];
  const missing = Object.keys(scripts).filter(
    (name) => !retained.includes(name) && ![...named, ...inText].includes(name),
  );
  expect(missing).toEqual([]);
});

test("links only to existing files", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target]) => target!);
  const pictures = [...readme.matchAll(/src(?:set)?="([^"]+)"/g)].map(([, target]) => target!);
  expect(links.length).toBeGreaterThan(0);
  expect(pictures.length).toBeGreaterThan(0);
  for (const target of [...links, ...pictures]) expect(existsSync(target), target).toBe(true);
});

test("the glossary explains each word once", () => {
  const [, glossary] = readFileSync("docs/architecture.md", "utf8").split("## Words");
  const words = [...glossary!.matchAll(/^\| ([a-z ]+?) +\|/gm)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(25);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("the browser test that CONTRIBUTING.md runs by title exists", () => {
  const command = /npx playwright test (\w+) -g "([^"]+)"/.exec(readFileSync("CONTRIBUTING.md", "utf8"));
  const [, file, title] = command!;
  expect(readFileSync(`tests/e2e/${file}.spec.ts`, "utf8")).toMatch(new RegExp(`^test\\(".*${title}`, "m"));
});

test("paths in all documents exist", () => {
  const pages = readdirSync("docs", { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`);
  for (const page of ["README.md", "CONTRIBUTING.md", ...pages.filter((name) => name.endsWith(".md"))]) {
    const text = readFileSync(page, "utf8");
    const places = [...text.matchAll(/`((?:src|tests|sandbox|scripts|prisma|docs)\/[\w./()[\]-]+)`/g)].map(
      ([, at]) => at!,
    );
    expect(
      places.filter((at) => !existsSync(at)),
      page,
    ).toEqual([]);
    const files = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, at]) => at!);
    const roots = ["", "src/", "src/server/"];
    expect(
      files.filter((at) => !roots.some((root) => existsSync(root + at))),
      page,
    ).toEqual([]);
    if (page === "CONTRIBUTING.md") expect(places.length).toBeGreaterThanOrEqual(10);
  }
});
