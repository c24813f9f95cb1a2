import type { Element, Nodes, Root } from "hast";
import { isRaised } from "./raised";
import { markdownTree } from "./tree";

interface How {
  links: "with-address" | "text-only";
}

export function markdownToText(source: string, how: How = { links: "with-address" }): string {
  return treeToText(markdownTree(source), how);
}

/** Keeps signs of list items and quotes, writes ^ before superscript in a word, and appends URLs. */
export function treeToText(tree: Root, how: How): string {
  return blocks(tree, how)
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const BLOCKS = /^(?:p|h[1-6]|div|blockquote|pre|ul|ol|dl|dt|dd|table|hr)$/;

function blocks(parent: Root | Element, how: How): string {
  let result = "";
  parent.children.forEach((node, index) => {
    const before = parent.children[index - 1];
    const followsBreak = before?.type === "element" && before.tagName === "br";
    const text = isSup(node) ? raised(blocks(node, how), result) : written(node, how);
    result += followsBreak ? text.replace(/^\n/, "") : text;
  });
  return result;
}

function isSup(node: Nodes): node is Element {
  return node.type === "element" && node.tagName === "sup";
}

function written(node: Nodes, how: How): string {
  if (node.type === "text") return node.value;
  if (node.type !== "element") return "";
  if (BLOCKS.test(node.tagName)) return `\n\n${block(node, how)}\n\n`;
  switch (node.tagName) {
    case "br":
      return "\n";
    case "a":
      return withAddress(blocks(node, how), node.properties.href, how);
    case "img":
      return withAddress(String(node.properties.alt || node.properties.src), node.properties.src, how);
    case "tr":
      return `${node.children
        .map((cell) => written(cell, how).trim())
        .filter(Boolean)
        .join(" | ")}\n`;
    default:
      return blocks(node, how);
  }
}

/** Superscript inside a word, the way people type it: 2^2, ^(a little). */
function raised(text: string, before: string): string {
  if (text.trim() === "" || !isRaised(before)) return text;
  return /\s/.test(text) ? `^(${text})` : `^${text}`;
}

function block(node: Element, how: How): string {
  switch (node.tagName) {
    case "hr":
      return "---";
    case "pre":
      return blocks(node, how).replace(/\n$/, "");
    case "blockquote":
      return prefixed(tidy(blocks(node, how)), "> ", "> ");
    case "ul":
      return items(node, how, () => "- ");
    case "ol": {
      const start = Number(node.properties.start ?? 1) || 1;
      return items(node, how, (nth) => `${start + nth}. `);
    }
    case "table":
      return tidy(blocks(node, how)).replace(/\n[ \n]*\n/g, "\n");
    default:
      return tidy(blocks(node, how));
  }
}

function items(list: Element, how: How, sign: (nth: number) => string): string {
  return list.children
    .filter((node): node is Element => node.type === "element")
    .map((node, nth) => {
      const first = sign(nth);
      // Loose lists are printed like tight ones; a nested list starts on the next line.
      const text = tidy(blocks(node, how))
        .replace(/\n{2,}/g, "\n")
        .trimStart();
      return prefixed(text, first, " ".repeat(first.length));
    })
    .join("\n");
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split("\n")
    .map((line, index) => ((index === 0 ? first : others) + line).trimEnd())
    .join("\n");
}

function tidy(text: string): string {
  return text
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

function withAddress(text: string, address: unknown, { links }: How): string {
  if (links === "text-only" || typeof address !== "string") return text;
  const isSaid = [address, address.replace(/\/$/, ""), address.replace(/^mailto:/, "")].includes(text);
  return isSaid ? text : `${text} (${address})`;
}
