import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readmeCommands } from "../support/readme";

const readme = readFileSync("README.md", "utf8");
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

test("has at most 120 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(120);
});

// tests/start/start.test.ts runs them word by word in a fresh copy; `npm test` is what runs that.
test("gives the commands that are run word by word elsewhere", () => {
  const [start, ...rest] = readmeCommands();
  expect(start).toEqual(["npm start"]);
  expect(rest).toEqual([["npm test"], ["npm run build", "npm run migrate", "npm run serve"]]);
  expect(readFileSync(".ci/run", "utf8")).toMatch(/^exec npm test$/m);
});

test("names only commands that exist, and all of them", () => {
  const named = [...readme.matchAll(/`(?:npm run )?([a-z:-]+)`/g)].map(([, name]) => name!);
  const inText = [...readme.matchAll(/npm run ([a-z:-]+)/g)].map(([, name]) => name!);
  for (const name of inText) expect(scripts).toHaveProperty([name]);
  const kept = ["start", "test", "lock"];
  const missing = Object.keys(scripts).filter(
    (name) => !kept.includes(name) && ![...named, ...inText].includes(name),
  );
  expect(missing).toEqual([]);
});

test("links only to what is there", () => {
  const links = [...readme.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, target]) => target!);
  const pictures = [...readme.matchAll(/src(?:set)?="([^"]+)"/g)].map(([, target]) => target!);
  expect(links.length).toBeGreaterThan(0);
  expect(pictures.length).toBeGreaterThan(0);
  for (const target of [...links, ...pictures]) expect(existsSync(target), target).toBe(true);
});

// A word that is explained twice has two meanings, or will have.
test("the glossary explains each word once", () => {
  const [, glossary] = readFileSync("docs/architecture.md", "utf8").split("## Words");
  const words = [...glossary!.matchAll(/^\| ([a-z ]+?) +\|/gm)].map(([, word]) => word!);
  expect(words.length).toBeGreaterThan(30);
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
});

test("the test in a browser that CONTRIBUTING runs by its title is there", () => {
  const command = /npx playwright test (\w+) -g "([^"]+)"/.exec(readFileSync("CONTRIBUTING.md", "utf8"));
  const [, file, title] = command!;
  expect(readFileSync(`tests/e2e/${file}.spec.ts`, "utf8")).toMatch(new RegExp(`^test\\(".*${title}`, "m"));
});

// Whoever looks for the room of a change is led to one that is there.
test("what CONTRIBUTING and the architecture name as a place is one", () => {
  for (const page of ["CONTRIBUTING.md", "docs/architecture.md"]) {
    const text = readFileSync(page, "utf8");
    const places = [...text.matchAll(/`((?:src|tests|sandbox|scripts|prisma|docs)\/[\w./()[\]-]+)`/g)].map(
      ([, at]) => at!,
    );
    expect(places.filter((at) => !existsSync(at))).toEqual([]);
    const files = [...text.matchAll(/`([\w-]+\/[\w./-]+\.tsx?)`/g)].map(([, at]) => at!);
    const roots = ["", "src/", "src/server/"];
    expect(files.filter((at) => !roots.some((root) => existsSync(root + at)))).toEqual([]);
    if (page === "CONTRIBUTING.md") expect(places.length).toBeGreaterThanOrEqual(10);
  }
});
