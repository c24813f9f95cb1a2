import { importLimits } from "@/domain/text/imported-file";

export interface CsvRow {
  /** At most the allowed number of columns. */
  cells: string[];
  hasMore: boolean;
  /** A quote is unclosed or followed by text. */
  isBroken: boolean;
  /** First line, counted from 0. */
  line: number;
}

/** RFC 4180, with "\n" line ends. Text after a closing quote belongs to the cell. */
export function* csvRows(text: string, delimiter: string): Generator<CsvRow, void, void> {
  let line = 0;
  for (let at = 0; at < text.length;) {
    const row: CsvRow = { cells: [], hasMore: false, isBroken: false, line };
    for (let isLast = false; !isLast;) {
      const cell = text[at] === '"' ? quotedCell(text, at, delimiter) : plainCell(text, at, delimiter);
      add(row, cell);
      line += cell.lines;
      isLast = text[cell.end] !== delimiter;
      at = cell.end + 1;
    }
    line += 1;
    yield row;
  }
}

interface Cell {
  text: string;
  end: number;
  lines: number;
  isBroken: boolean;
}

function add(row: CsvRow, { text, isBroken }: Cell): void {
  row.isBroken ||= isBroken;
  if (row.cells.length < importLimits.columns) row.cells.push(text);
  else row.hasMore ||= text.trim() !== "";
}

function plainCell(text: string, from: number, delimiter: string): Cell {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== "\n") end += 1;
  return { text: text.slice(from, end), end, lines: 0, isBroken: false };
}

function quotedCell(text: string, from: number, delimiter: string): Cell {
  let lines = 0;
  let isBroken = false;
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\n") lines += 1;
    if (text[at] !== '"') continue;
    if (text[at + 1] === '"') {
      at += 1;
      continue;
    }
    const end = behindBlanks(text, at + 1, delimiter);
    if (end === text.length || text[end] === delimiter || text[end] === "\n")
      return { text: unquoted(text.slice(from + 1, at)), end, lines, isBroken };
    isBroken = true;
    // Scan spaces only once: the next possible closing quote is after them.
    at = end - 1;
  }
  return { text: unquoted(text.slice(from + 1)), end: text.length, lines, isBroken: true };
}

function behindBlanks(text: string, from: number, delimiter: string): number {
  let at = from;
  while ((text[at] === " " || text[at] === "\t") && text[at] !== delimiter) at += 1;
  return at;
}

function unquoted(text: string): string {
  return text.replaceAll('""', '"');
}
