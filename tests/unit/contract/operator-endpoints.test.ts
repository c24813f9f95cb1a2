import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allOperations } from "@/contract/operations/all";

test("docs/operations.md describes exactly the endpoints for operators", () => {
  const [, section = ""] =
    /## Operator endpoints\n([\s\S]*?)\n## /.exec(readFileSync("docs/operations.md", "utf8")) ?? [];
  const described = [...section.matchAll(/^\| `((?:GET|POST) \/api\/[^`]+)`/gm)].map(
    ([, endpoint]) => endpoint!,
  );
  const own = Object.values(allOperations)
    .filter(({ kind }) => kind !== "open" && kind !== "user")
    .map(({ method, path }) => `${method} ${path}`);
  expect(own.length).toBeGreaterThan(5);
  expect(described.toSorted()).toEqual(own.toSorted());
});
