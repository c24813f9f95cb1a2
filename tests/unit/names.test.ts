import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/** Words that once had a private meaning here; docs/style.md has the standard terms. */
const privateWords = [
  ...["debt", "debts", "seal", "seals", "sealed", "unseal", "settle", "settles", "told", "tell", "tells"],
  ...["heard", "hears", "held", "witness", "witnesses", "rhythm", "fate", "fates", "stretches"],
  ...["deed", "deeds", "mishap", "mishaps", "sought", "misfit", "surplus", "lever", "levers", "unsaid"],
  ...["ask", "asks", "asked", "piece", "pieces", "clip", "clips", "rooms", "owe", "owes"],
];

/** Names with another meaning, or part of the API. */
const allowed = new Set([
  ...["isHeard", "asked", "asksFirst", "clipPath", "clip", "lease_held"],
  // The sandbox's switches.
  ...["held", "hold"],
]);

const code = /\.(?:ts|tsx|mjs)$/;
const left = /(?:^|\/)(?:node_modules|generated|fixtures|corpus)\//;

const files = ["src", "sandbox", "scripts", "tests", "prisma"].flatMap((root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.posix.join(entry.parentPath, entry.name))
    .filter((file) => !left.test(file)),
);

const wordsIn = (name: string) =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase());

/** All identifiers of the code, tables, columns and files, each with a place where it occurs. */
function readNames(): Map<string, string> {
  const names = new Map<string, string>();
  for (const file of files) {
    names.set(file, file);
    if (file.endsWith("schema.prisma"))
      for (const [name] of readFileSync(file, "utf8")
        .replace(/\/\/.*/g, "")
        .matchAll(/\w+/g))
        names.set(name, file);
    if (!code.test(file)) continue;
    const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true, kind);
    const visit = (node: ts.Node): void => {
      if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) names.set(node.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return names;
}

const names = [...readNames()].filter(([name]) => !allowed.has(name));

test.each(privateWords)("no name contains '%s'", (word) => {
  expect(names.length).toBeGreaterThan(10_000);
  expect(names.filter(([name]) => wordsIn(name).includes(word))).toEqual([]);
});
