import type { Root } from "hast";
import type { Html, Root as MarkdownRoot } from "mdast";
import { visit } from "unist-util-visit";
import { blockElements } from "@/domain/visible-text/html";
import { SCHEMA } from "./schema";

/** Elements whose content HTML parsers read as text up to the end tag. */
const swallowing =
  /<(title|textarea|style|xmp|iframe|noembed|noframes|noscript|script|plaintext)(?=[\s/>])/gi;

/** Escapes start tags of such elements without an end tag. Parsers would hide all text after them. */
export function escapeUnclosed(markdown: MarkdownRoot): void {
  const nodes: Html[] = [];
  visit(markdown, "html", (node) => void nodes.push(node));
  /** End tags in later nodes. `plaintext` has no end tag. */
  const ends = new Set<string>();
  for (const node of nodes.reverse()) {
    const value = node.value.toLowerCase();
    node.value = node.value.replace(swallowing, (tag, name: string, at: number) => {
      const end = `</${name.toLowerCase()}`;
      const isEnded = end !== "</plaintext" && (value.includes(end, at) || ends.has(end));
      return isEnded ? tag : `&lt;${tag.slice(1)}`;
    });
    for (const [end] of value.matchAll(/<\/[a-z]+/g)) ends.add(end);
  }
}

const allowedTags = new Set(SCHEMA.tagNames);

/** Replaces disallowed block elements with `div`, so their words stay separate. */
export function keepBlocks(tree: Root): Root {
  visit(tree, "element", (node, _index, parent) => {
    const isInList = parent?.type === "element" && /^[uo]l$/.test(parent.tagName);
    const isOther = blockElements.has(node.tagName) && !allowedTags.has(node.tagName);
    if (isOther || (node.tagName === "li" && !isInList)) node.tagName = "div";
  });
  return tree;
}
