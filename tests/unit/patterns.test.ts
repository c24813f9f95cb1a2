import { readdirSync } from "node:fs";
import path from "node:path";
import { ESLint, Linter } from "eslint";
import regexp from "eslint-plugin-regexp";
import { afterAll, expect, test, vi } from "vitest";
import config from "../../eslint.config.mjs";

// Finds patterns with superlinear running time. ESLint checks patterns in the source, this test those built
// at run time.
const rules = config.find(({ plugins }) => plugins?.regexp === regexp)!.rules as Linter.RulesRecord;

const linter = new Linter();
const problemsOf = (code: string) =>
  linter
    .verify(code, { plugins: { regexp }, rules } as Linter.Config)
    .map(({ ruleId, line }) => ({ ruleId, line }));

test.each([
  ["text.split(/\\s*[,;\\t]\\s*/)", "regexp/no-super-linear-move"],
  ["text.replace(/\\s+$/, '')", "regexp/no-super-linear-move"],
  ["/^Google Alerts?\\s*[-–—:]\\s*(.+)$/i.exec(text)", "regexp/no-super-linear-backtracking"],
  ["/^(a+)+$/.test(text)", "regexp/no-super-linear-backtracking"],
])("%s is rejected in a source", async (code, rule) => {
  const eslint = new ESLint();
  const [linted] = await eslint.lintText(`export const found = (text: string) => ${code};\n`, {
    filePath: "src/domain/planted.ts",
  });
  expect(linted!.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});

const Built = globalThis.RegExp;
const built = new Map<string, string>();
globalThis.RegExp = new Proxy(Built, {
  construct(target, args: [string | RegExp, string?], newTarget) {
    const made = Reflect.construct(target, args, newTarget) as RegExp;
    // Stack frames: the message, this trap, the caller.
    const file = /\/src\/[\w/.-]+/.exec(new Error().stack?.split("\n")[2] ?? "")?.[0];
    if (file !== undefined) built.set(String(made), file);
    return made;
  },
});
afterAll(() => {
  globalThis.RegExp = Built;
});

test("finds no superlinear pattern built while modules load", async () => {
  vi.resetModules();
  for (const capacity of [
    "domain",
    "sites",
    "channels",
    "contract",
    "browser",
    "server/places",
    "server/watches/import",
    "server/http",
  ]) {
    const files = readdirSync(path.resolve("src", capacity), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /(?<!\.d)\.ts$/.test(name)))
      await import(/* @vite-ignore */ path.resolve("src", capacity, file));
  }
  const patterns = [...built];
  expect(patterns.length).toBeGreaterThan(15);
  const problems = problemsOf(patterns.map(([pattern]) => `${pattern};`).join("\n"));
  expect(problems.map(({ ruleId, line }) => [ruleId, ...patterns[line - 1]!])).toEqual([]);
});
