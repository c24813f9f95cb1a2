import type { Root } from "hast";
import rehypeStringify from "rehype-stringify";
import { unified } from "unified";
import { markdownTree, type Rendering } from "./tree";

const stringifier = unified().use(rehypeStringify).freeze();

/** Untrusted Markdown as safe HTML. Never throws; the rules are those of `markdownTree`. */
export function markdownToHtml(source: string, rendering?: Rendering): string {
  return treeToHtml(markdownTree(source, rendering));
}

export function treeToHtml(tree: Root): string {
  return stringifier.stringify(tree);
}
