import type { ElementContent, Root } from "hast";
import type { Root as MarkdownRoot } from "mdast";
import rehypeExternalLinks from "rehype-external-links";
import rehypeRaw from "rehype-raw";
import rehypeSanitize from "rehype-sanitize";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { EXIT, visit } from "unist-util-visit";
import { rehypeAddresses } from "./addresses";
import { BUDGET, isOverBudget, isTooMuch } from "./limits";
import { rehypeMarks, type Highlight } from "./marks";
import { LINK_REL, LINK_SCHEMES, SCHEMA } from "./schema";
import { escapeUnclosed, keepBlocks } from "./raw-html";

/* Rendering rules are domain logic shared by screens, emails and feeds. The packages are pure functions. */

export interface Rendering {
  highlight?: Highlight | readonly Highlight[];
}

/** Limits for plain text. Readers can see the rest on the original site. */
const maxPlainBytes = BUDGET.bytes / 8;
const maxPlainLines = BUDGET.nodes / 2 - 1;

const toMarkdownTree = remark().use(remarkGfm, { singleTilde: false }).freeze();
const toHtmlTree = unified().use(remarkRehype).freeze();
const toHtmlTreeWithRaw = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/** Never throws: falls back to plain text. The sanitizer runs last, which avoids trusting earlier steps. */
export function markdownTree(source: string, { highlight = [] }: Rendering = {}): Root {
  const highlights = "keyword" in highlight ? [highlight] : highlight;
  const finish = unified()
    .use(rehypeAddresses)
    .use(rehypeExternalLinks, { target: "_blank", rel: LINK_REL, protocols: LINK_SCHEMES })
    .use(rehypeMarks, { highlights })
    .use(rehypeSanitize, SCHEMA);
  return finish.runSync(parse(source) ?? plain(source));
}

function parse(source: string): Root | null {
  if (isTooMuch(source)) return null;
  try {
    const markdown = toMarkdownTree.parse(withoutLongGaps(source));
    if (isOverBudget(markdown)) return null;
    const tree = hasHtml(markdown) ? withRawHtml(markdown) : toHtmlTree.runSync(markdown);
    return isOverBudget(tree) ? null : lowerHeadings(tree);
  } catch {
    return null;
  }
}

function withRawHtml(markdown: MarkdownRoot): Root {
  escapeUnclosed(markdown);
  return keepBlocks(toHtmlTreeWithRaw.runSync(markdown));
}

/** Truncates long white space, on which some regular expressions take quadratic time. */
function withoutLongGaps(source: string): string {
  return source
    .replace(/[^\S\n]{200,}/g, (gap) => gap.slice(0, 200))
    .replace(/(?:[ \t]{0,200}\n){8,}/g, "\n".repeat(7));
}

/** HTML is rare, and parsing it takes longer than everything else. */
function hasHtml(markdown: MarkdownRoot): boolean {
  let isBuffered = false;
  visit(markdown, "html", () => {
    isBuffered = true;
    return EXIT;
  });
  return isBuffered;
}

function lowerHeadings(tree: Root): Root {
  visit(tree, "element", (node) => {
    const [, level] = /^h([1-6])$/.exec(node.tagName) ?? [];
    if (level) node.tagName = `h${Math.min(6, Number(level) + 3)}`;
  });
  return tree;
}

function plain(source: string): Root {
  const lines = withoutLongGaps(source)
    .slice(0, maxPlainBytes)
    .toWellFormed()
    .split("\n")
    .slice(0, maxPlainLines);
  const children = lines.flatMap((value, index): ElementContent[] => {
    const line = { type: "text" as const, value };
    return index === 0 ? [line] : [{ type: "element", tagName: "br", properties: {}, children: [] }, line];
  });
  return { type: "root", children: [{ type: "element", tagName: "p", properties: {}, children }] };
}
