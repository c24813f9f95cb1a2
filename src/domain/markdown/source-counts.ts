import { countTags } from "./nesting";

/** What a Markdown source holds, as far as it tells what parsing it would cost. Each count errs upwards. */
export interface SourceCounts {
  /** How deep quotes, lists and elements can be nested. */
  depth: number;
  rawTags: number;
  /** Runs of stars, underscores and tildes. */
  emphasis: number;
  /** Of long ones what is more than emphasis needs: each pair of them becomes an element around the others. */
  stacked: number;
  brackets: number;
  /** Lines of hyphens or equals signs, which make the paragraph before them a heading. */
  underlines: number;
  /** Of tables: each row below a line of delimiters is filled up to the width of that. */
  cells: number;
  levels: number;
  searched: number;
  work: number;
}

/** What costs a parser something to begin or to end within a line. */
const MARKS = /\*+|_+|~+|`+|[[\]<&|\\]| {2}(?=\n)/g;
/** What is a link without being written as one. */
const BARE_LINKS = /@|(?<!\]\()(?:https?:|www\.)/gi;
/** Microseconds, about. */
const COST = { mark: 12, bareLink: 40, cell: 25, line: 9, block: 60, level: 60, passed: 0.45, reference: 20 };
/** Nobody needs longer runs, but for lines of nothing else. */
const LONGEST_RUN = 3;

/** Counts in time proportional to the source: it stops at so much depth, and at so many characters looked through. */
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

/** How many marks are gone back over in search of what a closing bracket closes: none opened it, then all of its paragraph. */
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

/** What makes the line above it a table's head. */
const DELIMITERS = /^(?=.*[|:])[>|:\-\s]+$/;

/** Quotes and lists: a line opens as many levels as markers stand at its beginning, or as its indentation allows. */
function countLines(source: string, limit: number) {
  const marker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y;
  const counts = { depth: 0, lines: 0, blocks: 0, levels: 0, underlines: 0, cells: 0 };
  let isAfterBlank = true;
  /** That a blank line leaves open. */
  let open = 0;
  /** Of the table that the line may be part of. */
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

/** What may open what ends far away, or not at all: elements, a link's address and title, definitions, long code marks. */
const OPENERS = /<[a-z/!?]|\](?=[(:])|`{4,}/gi;

/** How many characters parsers look through for those ends: up to the end that is near, else to that of the paragraph. */
function countSearched(source: string, most: number): number {
  let sum = 0;
  let paragraphEnd = -1;
  for (const { 0: opener, index } of source.matchAll(OPENERS)) {
    if (index >= paragraphEnd) paragraphEnd = endOfParagraph(source, index);
    const rest = source.slice(index + 2, paragraphEnd);
    const end = rest.indexOf(opener === "]" ? ")" : ">");
    // A quote or bracket may begin what goes on behind the first end.
    const isNear = end >= 0 && !/[!?`]$/.test(opener) && !/["'<(]/.test(rest.slice(0, end));
    sum += isNear ? end : rest.length;
    if (sum > most) break;
  }
  return sum;
}

function endOfParagraph(source: string, from: number): number {
  const blank = /\n[ \t>]*\n/g;
  blank.lastIndex = from;
  return blank.exec(source)?.index ?? source.length;
}
