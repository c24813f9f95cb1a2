import type { Element, ElementContent } from "hast";
import type { BlockContent, ListItem, PhrasingContent, RootContent } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { blockElements } from "@/domain/visible-text/html";

/** Deeper elements are reduced to their text. */
const deepest = 40;
const hidden = new Set(["script", "style", "template"]);
const inLine = new Set(["emphasis", "strong", "delete", "inlineCode", "link", "text", "break"]);

const writer = remark()
  .use(remarkGfm)
  .data("settings", {
    ...{ bullet: "-", emphasis: "*", fences: true, listItemIndent: "one", rule: "-" },
    // Escape as little as possible: the Markdown is also shown verbatim.
    handlers: { text: (node: { value: string }) => escapeMarkdown(node.value) },
  } as const)
  .freeze();

export function toMarkdown(elements: readonly ElementContent[]): string {
  return writer.stringify({ type: "root", children: getBlocks(elements, 0) }).trim();
}

export function getText(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(getText).join("") : "";
}

function getBlocks(elements: readonly ElementContent[], depth: number): BlockContent[] {
  const blocks: BlockContent[] = [];
  let line: PhrasingContent[] = [];
  const endLine = () => {
    if (line.some((node) => node.type !== "text" || node.value.trim() !== ""))
      blocks.push({ type: "paragraph", children: line });
    line = [];
  };
  for (const node of elements.flatMap((element) => nodesOf(element, depth))) {
    if (isInLine(node)) line.push(node);
    else {
      endLine();
      blocks.push(node as BlockContent);
    }
  }
  endLine();
  return blocks;
}

function isInLine(node: RootContent): node is PhrasingContent {
  return inLine.has(node.type);
}

function nodesOf(node: ElementContent, depth: number): RootContent[] {
  if (node.type === "text") return [{ type: "text", value: node.value.replace(/\s+/g, " ") }];
  if (node.type !== "element" || hidden.has(node.tagName)) return [];
  if (depth >= deepest) return [{ type: "text", value: getText(node).replace(/\s+/g, " ") }];
  return elementOf(node, depth + 1);
}

function elementOf(node: Element, depth: number): RootContent[] {
  const { tagName, children, properties } = node;
  const inside = () => children.flatMap((child) => nodesOf(child, depth));
  const phrases = () => children.flatMap((child) => phrasesOf(child, depth));
  const blocks = () => getBlocks(children, depth);
  switch (tagName) {
    case "p":
      return [{ type: "paragraph", children: phrases() }];
    case "em":
    case "i":
      return [{ type: "emphasis", children: phrases() }];
    case "strong":
    case "b":
      return [{ type: "strong", children: phrases() }];
    case "del":
    case "s":
      return [{ type: "delete", children: phrases() }];
    case "code":
      return [{ type: "inlineCode", value: getText(node) }];
    case "pre":
      return [{ type: "code", value: getText(node).replace(/^\n|\n$/g, "") }];
    case "img":
      return [{ type: "text", value: String(properties.alt ?? "") }];
    case "br":
      return [{ type: "break" }];
    case "hr":
      return [{ type: "thematicBreak" }];
    case "a":
      return linkOf(String(properties.href ?? ""), phrases());
    case "blockquote":
      return [{ type: "blockquote", children: blocks() }];
    case "ul":
    case "ol":
      return [
        { type: "list", ordered: tagName === "ol", spread: false, children: getItems(children, depth) },
      ];
    default:
      return /^h[1-6]$/.test(tagName)
        ? [{ type: "heading", depth: Number(tagName[1]) as 1, children: phrases() }]
        : blockElements.has(tagName)
          ? blocks()
          : inside();
  }
}

function phrasesOf(node: ElementContent, depth: number): PhrasingContent[] {
  const nodes = nodesOf(node, depth);
  return nodes.every(isInLine) ? nodes : [{ type: "text", value: ` ${getText(node).replace(/\s+/g, " ")} ` }];
}

function linkOf(href: string, shown: PhrasingContent[]): RootContent[] {
  if (!/^https?:\/\/\S+$/i.test(href)) return shown;
  return [{ type: "link", url: href, children: shown.filter((node) => node.type !== "link") as [] }];
}

function getItems(children: readonly ElementContent[], depth: number): ListItem[] {
  return children.flatMap((child): ListItem[] =>
    child.type === "element" && child.tagName === "li"
      ? [{ type: "listItem", spread: false, children: getBlocks(child.children, depth) }]
      : [],
  );
}
