import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { longForms } from "../../scripts/long-forms.mjs";

const sources = ["tests/faults", "tests/integration", "tests/unit"].flatMap((folder) =>
  readdirSync(folder, { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, "utf8") })),
);

test("npm run test:long runs the long form of every test that has one", () => {
  const length = /Number\(process\.env\.([A-Z]+_(?:ROUNDS|ITEMS|ZONES|MINUTES|HOURS|DAYS|KILLS)) \?\?/g;
  const longer = sources.flatMap(({ file, text }) =>
    [...text.matchAll(length)].map(([, name]) => `${file} ${name}`),
  );
  const run = longForms().flatMap(({ file, env }) => Object.keys(env).map((name) => `${file} ${name}`));
  expect(longer.length).toBeGreaterThan(5);
  expect([...new Set(run)]).toEqual(expect.arrayContaining(longer));
});

test("every long form belongs to an existing test and is longer than its short form", () => {
  for (const { file, env } of longForms()) {
    expect(existsSync(file)).toBe(true);
    const text = readFileSync(file, "utf8");
    for (const [name, value] of Object.entries(env)) {
      const [, short] = new RegExp(`Number\\(process\\.env\\.${name} \\?\\? ([\\d./ ]+)\\)`).exec(text)!;
      const [dividend, divisor = 1] = short!.split("/").map(Number);
      expect(Number(value)).toBeGreaterThan(dividend! / divisor);
    }
  }
});
