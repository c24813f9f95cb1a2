export interface HtmlCounts {
  elements: number;
  depth: number;
  /** Cells of all tables, each row as wide as its table's first. */
  cells: number;
  /** Lines, each multiplied by its nesting depth, because every level indents it. */
  indented: number;
}

const TAG = /<(?:(\/?)([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"]*"){0,8})\s*(\/?)|!--[^<>]*--)>/y;

const VOID = new Set(["br", "hr", "img"]);
const INLINE = new Set(["a", "span", "em", "strong", "b", "i", "u", "s", "del", "sup", "sub", "code"]);
const BLOCKS = new Set([
  ...["div", "p", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "ul", "ol", "li"],
  ...["table", "thead", "tbody", "tfoot", "tr", "th", "td"],
]);
/** Required parents. Parsers move these elements elsewhere if they occur outside of them. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  thead: ["table"],
  tbody: ["table"],
  tfoot: ["table"],
  tr: ["thead", "tbody", "tfoot", "table"],
  th: ["tr"],
  td: ["tr"],
};

/** Null if not well-formed. Repairing HTML is slow: parsers reopen unclosed elements in every paragraph. */
export function countRegularHtml(html: string): HtmlCounts | null {
  const counts: HtmlCounts = { elements: 0, depth: 0, cells: 0, indented: 0 };
  const open: string[] = [];
  let table = { width: 0, cells: 0, rows: 0 };
  for (let at = 0; at < html.length;) {
    const next = html.indexOf("<", at);
    const lines = html.slice(at, next < 0 ? undefined : next).match(/\n/g)?.length ?? 0;
    counts.indented += lines * open.length;
    if (next < 0) break;
    TAG.lastIndex = next;
    const found = TAG.exec(html);
    if (found === null) return null;
    at = next + found[0].length;
    const [, slash, name] = found;
    if (name === undefined) continue;
    if (slash) {
      if (open.pop() !== name) return null;
      continue;
    }
    if (!fits(name, open)) return null;
    counts.elements += 1;
    if (name === "table") table = { width: 0, cells: 0, rows: 0 };
    if (name === "tr") table.rows += 1;
    if (name === "td" || name === "th") {
      if (table.rows === 1) table.width += 1;
      table.cells += 1;
      counts.cells += 1;
    }
    if (name === "tr" && table.rows > 1) counts.cells += table.width;
    if (VOID.has(name)) counts.indented += open.length;
    else open.push(name);
    counts.depth = Math.max(counts.depth, open.length);
  }
  return open.length === 0 ? counts : null;
}

function fits(name: string, open: readonly string[]): boolean {
  const parent = open.at(-1) ?? "";
  if (name in PARENTS) return PARENTS[name]!.includes(parent);
  // Tables contain only rows and cells.
  if (/^(?:table|thead|tbody|tfoot|tr)$/.test(parent)) return false;
  if (INLINE.has(name)) return name !== "a" || !open.includes("a");
  if (VOID.has(name)) return name !== "hr" || !INLINE.has(parent);
  if (name === "table" && open.includes("table")) return false;
  return BLOCKS.has(name) && !INLINE.has(parent) && parent !== "p" && !/^h\d$/.test(parent);
}
