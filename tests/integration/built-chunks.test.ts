import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

test("the build has no duplicate chunks, and re-exported chunks exist", () => {
  const folder = path.resolve(".next/server/chunks");
  const chunks = readdirSync(folder).filter((name) => name.endsWith(".js"));
  const texts = chunks.map((name) => readFileSync(path.join(folder, name), "utf8"));
  const leads = texts.flatMap((text) => /^module\.exports=require\("\.\/(.+)"\)\n$/.exec(text)?.[1] ?? []);
  expect(chunks).toEqual(expect.arrayContaining(leads));
  const large = texts
    .map((text) => text.split("\n//# sourceMappingURL=")[0]!)
    .filter(({ length }) => length > 10_000);
  expect(large.length).toBeGreaterThan(20);
  expect(new Set(large).size).toBe(large.length);
});
