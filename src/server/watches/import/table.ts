import { unguarded } from "@/server/platform/csv";
import { importLimits } from "@/domain/text/imported-file";
import { getColumn, type Column, getLetters } from "./columns";
import { csvRows } from "./csv-rows";
import { type Draft, UnrecognizedValueError } from "./draft";
import { type Entry, getEntry, fileFault, head } from "./entry";

interface Table {
  body: string;
  titles: string[];
  delimiter: string;
  line: number;
}

/** Parses the header if one of its columns is the keyword. Otherwise returns null. */
export function getTable(text: string): Table | null {
  const gap = text.length - text.trimStart().length;
  const start = text.slice(gap);
  const [hint, named] = /^sep=(.)[^\n]*\n/i.exec(start) ?? ["", ""];
  const rest = start.slice(hint.length);
  const line = text.slice(0, gap).split("\n").length + (hint === "" ? 0 : 1);
  const end = rest.indexOf("\n");
  const [header, body] = end < 0 ? [rest, ""] : [rest.slice(0, end), rest.slice(end + 1)];
  for (const delimiter of named === "" ? [",", ";", "\t", "|"] : [named!]) {
    const [row] = csvRows(header, delimiter);
    const titles = row?.cells.map((title) => title.trim()) ?? [];
    if (!areTitles(titles)) continue;
    // A single line can also be a list of keywords that contains a title.
    if (body.trim() === "" && meaningsOf(titles).size < 2) continue;
    if (titles.length >= importLimits.columns)
      throw fileFault(`A table can have up to ${importLimits.columns.toLocaleString("en")} columns.`);
    return { body, titles, delimiter, line };
  }
  return null;
}

/** Many titles are ordinary words that could be keywords. Only "Keyword" alone identifies a header. */
function areTitles(titles: readonly string[]): boolean {
  const known = titles.filter((title) => getColumn(title) !== undefined);
  const isNamed = titles.some((title) => /^keywords?$/.test(getLetters(title)));
  return isNamed || (known.length > 1 && known.some((title) => getColumn(title)?.title === "Keyword"));
}

/** Returns known columns by index. The first of several equivalent columns is used. */
function meaningsOf(titles: readonly string[]): Map<Column, number> {
  const meant = new Map<Column, number>();
  for (const [at, title] of titles.entries()) {
    const column = getColumn(title);
    if (column !== undefined && !meant.has(column)) meant.set(column, at);
  }
  return meant;
}

function leftOut(title: string, titles: readonly string[]): string | null {
  const [column, at] = [getColumn(title), titles.indexOf(title)];
  if (column === undefined) return `Ignored unknown column “${title}”.`;
  const first = titles.find((one) => getColumn(one) === column)!;
  if (first !== title) return `Ignored column “${title}”, which means the same as “${first}”.`;
  return titles.includes(title, at + 1)
    ? `There are several “${title}” columns. Only the first one is used.`
    : null;
}

export function* entriesOfTable(table: Table): Generator<Entry, void, void> {
  const { body, titles, delimiter, line: titleLine } = table;
  const rows = { titles, meant: meaningsOf(titles) };
  const untitled = titles.flatMap((title, at) => (title === "" ? [at] : []));
  let hasUntitled = false;
  for (const title of new Set(titles)) {
    const problem = title === "" ? null : leftOut(title, titles);
    if (problem !== null) yield { line: titleLine, text: head(title), problem };
  }
  for (const { cells, hasMore, isBroken, line: below } of csvRows(body, delimiter)) {
    const line = titleLine + 1 + below;
    hasUntitled ||= untitled.some((at) => (cells[at] ?? "").trim() !== "");
    if (isBroken) yield { line, text: head(cells.join(delimiter)), problem: unclosed };
    else if (cells.some((cell) => cell.trim() !== ""))
      yield entryOfRow(line, cells.map(unguarded), { ...rows, hasMore });
  }
  if (hasUntitled)
    yield {
      line: titleLine,
      text: head(titles.join(delimiter)),
      problem: "Ignored a column without a title.",
    };
}

const unclosed = "Unclosed quote; the rest of the file couldn't be parsed.";

interface Row {
  titles: readonly string[];
  meant: ReadonlyMap<Column, number>;
  hasMore: boolean;
}

function entryOfRow(line: number, cells: string[], { titles, meant, hasMore }: Row): Entry {
  const text = head(cells.filter((cell) => cell !== "").join(", "));
  const excess = hasMore || cells.slice(titles.length).some((cell) => cell.trim() !== "");
  if (excess)
    return {
      line,
      text,
      problem: "This row has more cells than the header. Quote values that contain commas.",
    };
  if (cells.some((cell) => cell.length > importLimits.cell))
    return { line, text, problem: "A cell in this line is too long." };
  const at = (title: string) => [...meant].find(([column]) => column.title === title)?.[1];
  const typed = cells[at("Keyword") ?? -1] ?? "";
  if (typed.trim() === "") return { line, text, problem: "This row has no keyword." };
  const entry =
    at("Expression") === undefined
      ? { ...getEntry(line, typed), text }
      : { line, text, isOwn: true, draft: { keyword: typed } as Draft };
  if ("problem" in entry) return entry;
  try {
    // Read excluded words last, because they extend the expression.
    for (const isLate of [false, true])
      for (const [column, at] of meant) {
        if (column.title !== "Keyword" && (column.title === "Excluded words") === isLate)
          column.read(entry.draft, cells[at] ?? "", titles[at]!);
      }
    return entry;
  } catch (error) {
    if (!(error instanceof UnrecognizedValueError)) throw error;
    return { line, text, problem: error.message };
  }
}
