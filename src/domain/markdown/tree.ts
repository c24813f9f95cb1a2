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

/*
 * Rendering Markdown is a rule of the product (what may be shown, what is marked, when it falls back) needed by
 * screens, mails and feeds, so it lives here. The packages it rests on are pure: text in, tree out.
 */

export interface Rendering {
  /** What is to be marked in the text. */
  highlight?: Highlight | readonly Highlight[];
}

/** Where even a plain text is cut: what follows is read where it was written. */
const mostPlain = BUDGET.bytes / 8;
const mostPlainLines = BUDGET.nodes / 2 - 1;

const toMarkdownTree = remark().use(remarkGfm, { singleTilde: false }).freeze();
const toHtmlTree = unified().use(remarkRehype).freeze();
const toHtmlTreeWithRaw = unified().use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw).freeze();

/**
 * Untrusted Markdown as a tree of safe HTML. Raw HTML is taken in, then cut down to what the schema allows;
 * sanitising comes last, also after our own steps, so that nothing before it needs to be trusted. Never throws:
 * what is over the budget or cannot be parsed comes out as the plain text that it is.
 */
export function markdownTree(source: string, { highlight = [] }: Rendering = {}): Root {
  const highlights = "keyword" in highlight ? [highlight] : highlight;
  const finish = unified()
    .use(rehypeAddresses)
    .use(rehypeExternalLinks, { target: "_blank", rel: LINK_REL, protocols: LINK_SCHEMES })
    .use(rehypeMarks, { highlights })
    .use(rehypeSanitize, SCHEMA);
  return finish.runSync(parse(source) ?? plain(source));
}

/** Null where the source is not to be parsed or cannot be. */
function parse(source: string): Root | null {
  if (isTooMuch(source)) return null;
  try {
    const markdown = toMarkdownTree.parse(withoutLongGaps(source));
    if (isOverBudget(markdown)) return null;
    const tree = holdsHtml(markdown) ? withRawHtml(markdown) : toHtmlTree.runSync(markdown);
    return isOverBudget(tree) ? null : lowerHeadings(tree);
  } catch {
    // Whatever the parsers stumble over, the text must still be readable.
    return null;
  }
}

function withRawHtml(markdown: MarkdownRoot): Root {
  escapeUnclosed(markdown);
  return keepBlocks(toHtmlTreeWithRaw.runSync(markdown));
}

/** White space that nobody sees the length of, cut: patterns that look for its end try each of its characters. */
function withoutLongGaps(source: string): string {
  return source
    .replace(/[^\S\n]{200,}/g, (gap) => gap.slice(0, 200))
    .replace(/(?:[ \t]{0,200}\n){8,}/g, "\n".repeat(7));
}

/** Few texts do, and to parse it again as HTML takes longer than all the rest. */
function holdsHtml(markdown: MarkdownRoot): boolean {
  let isHeld = false;
  visit(markdown, "html", () => {
    isHeld = true;
    return EXIT;
  });
  return isHeld;
}

/** A text's headings stand below the headings of the screen that it is part of. */
function lowerHeadings(tree: Root): Root {
  visit(tree, "element", (node) => {
    const [, level] = /^h([1-6])$/.exec(node.tagName) ?? [];
    if (level) node.tagName = `h${Math.min(6, Number(level) + 3)}`;
  });
  return tree;
}

function plain(source: string): Root {
  const lines = withoutLongGaps(source)
    .slice(0, mostPlain)
    .toWellFormed()
    .split("\n")
    .slice(0, mostPlainLines);
  const children = lines.flatMap((value, index): ElementContent[] => {
    const line = { type: "text" as const, value };
    return index === 0 ? [line] : [{ type: "element", tagName: "br", properties: {}, children: [] }, line];
  });
  return { type: "root", children: [{ type: "element", tagName: "p", properties: {}, children }] };
}
