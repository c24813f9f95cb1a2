import type { Root } from "hast";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { markdownTree, type Rendering } from "./tree";

const stringifier = unified().use(rehypeStringify).freeze();

/** Converts untrusted Markdown to safe HTML. Never throws. See `markdownTree` for the rules. */
export function markdownToHtml(source: string, rendering?: Rendering): string {
  return treeToHtml(markdownTree(source, rendering));
}

export function treeToHtml(tree: Root): string {
  return stringifier.stringify(tree);
}
