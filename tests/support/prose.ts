import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** The kinds of text that people read, each with its own goal. */
export type Area = "comments" | "test titles" | "texts on screen" | "docs";

export interface Passage {
  area: Area;
  file: string;
  text: string;
}

const roots = ["src", "sandbox", "scripts", "tests"];
const code = /\.(?:ts|tsx|mjs)$/;
const left = /(?:^|\/)(?:node_modules|generated|fixtures)\//;
/** Folders and files of texts for users: screens, emails, messages and errors. */
const shown =
  /^src\/(?:features|ui|app|channels)\/|^src\/(?:domain|contract|browser)\/.*(?:-texts|errors)\.ts$/;

/** All comments, test titles, texts on screen and documents of the project. */
export function readProse(): Passage[] {
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.posix.join(entry.parentPath, entry.name)),
  );
  const pages = readdirSync("docs", { recursive: true, encoding: "utf8" }).map((file) => `docs/${file}`);
  // The style guide quotes what it advises against, and the reading order quotes screens.
  const documents = ["README.md", "CONTRIBUTING.md", "SECURITY.md", ...pages].filter(
    (file) => file.endsWith(".md") && !/docs\/(?:style|screen-readers)\.md$/.test(file),
  );
  return [
    ...files.filter((file) => code.test(file) && !left.test(file)).flatMap(proseOfCode),
    ...documents.flatMap(proseOfDocument),
  ];
}

function proseOfDocument(file: string): Passage[] {
  const text = readFileSync(file, "utf8").replace(/^(```|~~~)[^]*?^\1/gm, "");
  return text
    .split(/[\n|]/)
    .map((line) => line.replace(/`[^`]*`/g, " ").replace(/\]\([^)]*\)/g, " "))
    .map((line) => ({ area: "docs", file, text: line.replace(/^[\s#>*+-]+|[*_~]/g, " ") }));
}

function proseOfCode(file: string): Passage[] {
  const text = readFileSync(file, "utf8");
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const passages: Passage[] = [];
  const seen = new Set<number>();
  const add = (area: Area, words: string) => passages.push({ area, file, text: words });
  const visit = (node: ts.Node): void => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (!seen.has(pos)) add("comments", text.slice(pos, end).replace(/^\s*\*|^\/[*/]+|\*\/$/gm, " "));
      seen.add(pos);
    }
    if (isTitle(node)) add("test titles", node.text);
    else if (shown.test(file) && isShown(node)) add("texts on screen", node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return passages;
}

function isTitle(node: ts.Node): node is ts.StringLiteralLike {
  const { parent } = node;
  return (
    ts.isStringLiteralLike(node) &&
    ts.isCallExpression(parent) &&
    parent.arguments[0] === node &&
    /^(?:test|it|describe)\b/.test(parent.expression.getText())
  );
}

/** A text with several words, so no class, key or path. */
function isShown(node: ts.Node): node is ts.StringLiteralLike | ts.JsxText {
  if (!ts.isStringLiteralLike(node) && !ts.isJsxText(node)) return false;
  const isClass = ts.isJsxAttribute(node.parent) && /class/i.test(node.parent.name.getText());
  return (
    !isClass &&
    /[A-Za-z]{2,}[,.:;!?]? [a-z]/.test(node.text) &&
    !/[\w-]+:[\w-]+|\bflex\b|\bgrid\b/.test(node.text)
  );
}
