import { countTags } from "./nesting";

/** Counts that determine the parsing cost of a Markdown source. Each is an upper bound. */
export interface SourceCounts {
  /** Maximum depth of quotes, lists and elements. */
  depth: number;
  rawTags: number;
  /** Runs of asterisks, underscores and tildes. */
  emphasis: number;
  /** Excess length of long runs. Each extra pair becomes another nested element. */
  stacked: number;
  brackets: number;
  /** Lines of hyphens or equals signs, which turn the preceding paragraph into a heading. */
  underlines: number;
  /** Table cells. Each row below a delimiter line is padded to its width. */
  cells: number;
  levels: number;
  searched: number;
  work: number;
}

const MARKS = /\*+|_+|~+|`+|[[\]<&|\\]| {2}(?=\n)/g;
const BARE_LINKS = /@|(?<!\]\()(?:https?:|www\.)/gi;
const COST = { mark: 12, bareLink: 40, cell: 25, line: 9, block: 60, level: 60, passed: 0.45, reference: 20 };
/** Real texts don't need longer runs, except for rules. */
const LONGEST_RUN = 3;

/** Takes linear time: stops at the given depth and at the given number of searched characters. */
export function countSource(source: string, stop: { depth: number; searched: number }): SourceCounts {
  const tags = countTags(source, stop.depth);
  const lines = countLines(source, stop.depth);
  const marks = source.match(MARKS)?.length ?? 0;
  const references = source.match(/&/g)?.length ?? 0;
  const bareLinks = source.match(BARE_LINKS)?.length ?? 0;
  return {
    depth: Math.max(tags.depth, lines.depth),
    rawTags: tags.count,
    emphasis: source.match(/\*+|_+|~+/g)?.length ?? 0,
    stacked: countStacked(source),
    brackets: source.match(/[[\]]/g)?.length ?? 0,
    underlines: lines.underlines,
    cells: lines.cells,
    levels: lines.levels,
    searched: countSearched(source, stop.searched),
    work:
      marks * COST.mark +
      references * COST.reference +
      bareLinks * COST.bareLink +
      lines.cells * COST.cell +
      lines.lines * COST.line +
      lines.blocks * COST.block +
      lines.levels * COST.level +
      countPassed(source) * COST.passed,
  };
}

function countStacked(source: string): number {
  let sum = 0;
  for (const { 0: run, index } of source.matchAll(/\*{4,}|_{4,}|~{4,}/g)) {
    const isLine = (source[index - 1] ?? "\n") === "\n" && (source[index + run.length] ?? "\n") === "\n";
    if (!isLine) sum += run.length - LONGEST_RUN;
  }
  return sum;
}

const PASSED = new RegExp(`${MARKS.source}|\\n[ \\t>]*\\n`, "g");

/** Marks searched backwards per closing bracket. Without an opening one, searches the whole paragraph. */
function countPassed(source: string): number {
  let sum = 0;
  let marks = 0;
  let open: number[] = [];
  for (const { 0: mark } of source.matchAll(PASSED)) {
    if (mark.startsWith("\n")) {
      marks = 0;
      open = [];
      continue;
    }
    marks += 1;
    if (mark === "[") open.push(marks);
    else if (mark === "]") sum += marks - (open.pop() ?? 0);
  }
  return sum;
}

const DELIMITERS = /^(?=.*[|:])[>|:\-\s]+$/;

/** Counts quotes and lists: the levels of a line are its leading markers, or limited by its indentation. */
function countLines(source: string, limit: number) {
  const marker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
  const counts = { depth: 0, lines: 0, blocks: 0, levels: 0, underlines: 0, cells: 0 };
  let isAfterBlank = true;
  /** Levels that remain open after a blank line. */
  let open = 0;
  let width = 0;
  for (const line of source.split("\n")) {
    let levels = 0;
    marker.lastIndex = 0;
    while (marker.test(line)) levels += 1;
    const text = line.trim();
    const indentation = line.length - line.trimStart().length;
    counts.lines += 1;
    counts.depth = Math.max(counts.depth, levels, text === "" ? 0 : Math.floor(indentation / 2));
    if (counts.depth > limit) break;
    if (text === "") counts.levels += open / 4;
    else open = Math.max(levels, Math.min(open, indentation));
    counts.levels += levels;
    if (/(?:^|[\s>])(?:=+|-+)$/.test(text)) counts.underlines += 1;
    if (text !== "" && (isAfterBlank || /^[#`~_=]|[|\\]/.test(text))) counts.blocks += 1;
    if (text === "") width = 0;
    else if (DELIMITERS.test(text)) counts.cells += width = Math.max(width, text.split("|").length);
    counts.cells += width;
    isAfterBlank = text === "";
  }
  return counts;
}

/** Markup whose end can be far away or missing: elements, link URLs and titles, long code fences. */
const OPENERS = /<[a-z/!?]|\](?=[(:])|`{4,}/gi;

/** Characters parsers search for those ends: up to a near end, otherwise the rest of the paragraph. */
function countSearched(source: string, max: number): number {
  let sum = 0;
  let paragraphEnd = -1;
  for (const { 0: opener, index } of source.matchAll(OPENERS)) {
    if (index >= paragraphEnd) paragraphEnd = endOfParagraph(source, index);
    const rest = source.slice(index + 2, paragraphEnd);
    const end = rest.indexOf(opener === "]" ? ")" : ">");
    // A quote or bracket can continue after the first end.
    const isNear = end >= 0 && !/[!?`]$/.test(opener) && !/["'<(]/.test(rest.slice(0, end));
    sum += isNear ? end : rest.length;
    if (sum > max) break;
  }
  return sum;
}

function endOfParagraph(source: string, from: number): number {
  const blank = /\n[ \t>]*\n/g;
  blank.lastIndex = from;
  return blank.exec(source)?.index ?? source.length;
}
