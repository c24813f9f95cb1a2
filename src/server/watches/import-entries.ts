import { Parser } from "htmlparser2";
import Papa from "papaparse";
import { readPastedLine } from "@/domain/query/pasted-line";
import { sites } from "@/sites/registry";
import { unguarded } from "@/server/platform/csv";
import { columnOf, lettersOf, placesOf, Unsaid, type Column, type Draft } from "./import-columns";
import { isUrl } from "@/domain/url";

/** What one line of a file asks for, or why that can't be said here. */
export type Entry = {
  line: number;
  text: string;
  /** It stands in our own file: what it says is meant so. */ isOwn?: boolean;
} & ({ draft: Draft } | { problem: string });

/** The entries of a file of any kind that is known, each with its line: nothing that stands in it goes without one. */
export function entriesOf(file: string): Entry[] {
  const text = file.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const start = text.trimStart();
  if (start.startsWith("<")) return entriesOfXml(text);
  if (/^[[{]\s*["[{]/.test(start))
    return [
      {
        line: 1,
        text: head(start),
        problem: "JSON is not read. Export it as CSV, or paste a line for each keyword.",
      },
    ];
  const table = tableOf(text);
  return table === null ? entriesOfLines(text) : entriesOfTable(table);
}

const bullet = /^\s*(?:[•◦▪‣*–—-]|\d{1,5}[.)])\s+/;

function entriesOfLines(text: string): Entry[] {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  // One line with commas is a list of its own.
  const parts = filled.length === 1 && !/[":()|]/.test(text) ? text.trim().split(/\s*[,;\t]\s*/) : [];
  if (parts.length > 1) return parts.filter((part) => part !== "").map((part) => entryOf(1, part));
  return lines.flatMap((line, at) => {
    const bare = line.replace(bullet, "").trim();
    return bare === "" ? [] : [entryOf(at + 1, bare)];
  });
}

function entryOf(line: number, text: string, draft: Partial<Draft> = {}): Entry {
  const read = readPastedLine(text, meaningOf);
  return "problem" in read
    ? { line, text: head(text), ...read }
    : { line, text: head(text), draft: { ...draft, ...read } };
}

/** An address behind `site:`: a place of one of the sites, or the site itself. */
function meaningOf(address: string): string | null {
  const url = /^https?:\/\//i.test(address) ? address : `https://${address.replace(/^www\./i, "")}`;
  for (const site of Object.values(sites)) {
    if (!site.hasAll) continue;
    const name = site.strippedName(url);
    if (name !== url && site.isPlaceName(name)) return name === "all" ? `site:${site.id}` : `in:${name}`;
    if (hostOf(site.urlOf("all")) === hostOf(url) && new URL(url).pathname === "/") return `site:${site.id}`;
  }
  return null;
}

function hostOf(url: string): string | null {
  return isUrl(url) ? new URL(url).hostname.replace(/^www\./, "") : null;
}

interface Table {
  /** The rest of the file below its titles. */
  body: string;
  titles: string[];
  delimiter: string;
  /** The line of the titles. */
  line: number;
}

/** A file whose first line has titles of which one is a keyword's; null for any other. */
function tableOf(text: string): Table | null {
  const [, gap = "", hint = "", rest = ""] = /^(\s*)(?:sep=(.)[^\n]*\n)?([^]*)$/i.exec(text)!;
  const line = 1 + (gap.match(/\n/g)?.length ?? 0) + (hint === "" ? 0 : 1);
  const end = rest.indexOf("\n");
  const first = end < 0 ? rest : rest.slice(0, end);
  for (const delimiter of hint === "" ? [",", ";", "\t", "|"] : [hint]) {
    const titles = Papa.parse<string[]>(first, { delimiter }).data[0]?.map((title) => title.trim()) ?? [];
    const body = end < 0 ? "" : rest.slice(end + 1);
    if (areTitles(titles) && body.trim() !== "") return { body, titles, delimiter, line };
  }
  return null;
}

/** Many a title is a word that somebody may look for: by itself only one says what it is. */
function areTitles(titles: readonly string[]): boolean {
  const known = titles.filter((title) => columnOf(title) !== undefined);
  const isNamed = titles.some((title) => /^keywords?$/.test(lettersOf(title)));
  return isNamed || (known.length > 1 && known.some((title) => columnOf(title)?.title === "Keyword"));
}

/** What each column means: of several that mean the same the first counts. */
function meaningsOf(titles: readonly string[]): (Column | undefined)[] {
  const meant = titles.map(columnOf);
  return meant.map((column, at) => (meant.indexOf(column) === at ? column : undefined));
}

/** Why a column is left out; null where it is not. */
function leftOut(title: string, titles: readonly string[]): string | null {
  const [column, at] = [columnOf(title), titles.indexOf(title)];
  if (column === undefined) return `The column “${title}” means nothing here and is left out.`;
  const first = titles.find((one) => columnOf(one) === column)!;
  if (first !== title) return `The column “${title}” means the same as “${first}” and is left out.`;
  return titles.includes(title, at + 1) ? `There are several columns “${title}”: the first counts.` : null;
}

function entriesOfTable({ body, titles, delimiter, line: head0 }: Table): Entry[] {
  const named = [...new Set(titles)].filter((title) => title !== "");
  const entries: Entry[] = named.flatMap((title) => {
    const problem = leftOut(title, titles);
    return problem === null ? [] : { line: head0, text: head(title), problem };
  });
  const meant = meaningsOf(titles);
  let hasUntitled = false;
  const isOurs = meant.some((column) => column?.title === "Expression");
  let at = 0;
  let line = head0 + 1;
  Papa.parse<string[]>(body, {
    delimiter,
    newline: "\n",
    step: ({ data, errors, meta }) => {
      const isEmpty = data.every((cell) => cell.trim() === "");
      const fault =
        errors[0]?.type === "Quotes"
          ? "A quote is opened and never closed: from here on nothing can be told apart."
          : undefined;
      if (fault !== undefined) entries.push({ line, text: head(data.join(delimiter)), problem: fault });
      else if (!isEmpty) entries.push(entryOfRow(line, data.map(unguarded), { titles, meant, isOurs }));
      hasUntitled ||= titles.some((title, column) => title === "" && (data[column] ?? "").trim() !== "");
      line += body.slice(at, meta.cursor).split("\n").length - 1;
      at = meta.cursor;
    },
  });
  if (!hasUntitled) return entries;
  const problem = "A column without a title is left out.";
  return [{ line: head0, text: head(titles.join(delimiter)), problem }, ...entries];
}

interface Columns {
  titles: readonly string[];
  meant: readonly (Column | undefined)[];
  isOurs: boolean;
}

function entryOfRow(line: number, cells: string[], { titles, meant, isOurs }: Columns): Entry {
  const text = head(cells.filter((cell) => cell !== "").join(", "));
  const surplus = cells.slice(titles.length).some((cell) => cell.trim() !== "");
  if (surplus)
    return {
      line,
      text,
      problem: "There are more cells here than titles. Put what holds a comma into quotes.",
    };
  const typed = cells[meant.findIndex((column) => column?.title === "Keyword")] ?? "";
  if (typed.trim() === "") return { line, text, problem: "There is no keyword in this line." };
  const entry = isOurs
    ? { line, text, isOwn: true, draft: { keyword: typed } as Draft }
    : { ...entryOf(line, typed), text };
  if ("problem" in entry) return entry;
  try {
    // What is left out of a keyword is said once its expression is known.
    for (const isLate of [false, true])
      for (const [at, column] of meant.entries()) {
        const isKeyword = column?.title === "Keyword";
        if (column && !isKeyword && (column.title === "Excluded words") === isLate)
          column.read(entry.draft, cells[at] ?? "", titles[at]!);
      }
    return entry;
  } catch (error) {
    if (!(error instanceof Unsaid)) throw error;
    return { line, text, problem: error.message };
  }
}

const alertFeed = /^https?:\/\/(?:www\.)?google\.[a-z.]+\/alerts\/feeds\//i;
const alertTitle = /^Google Alerts?\s*[-–—:]\s*(.+)$/i;

/** OPML: a list of feeds, of which those of searches and alerts say what is looked for. */
function entriesOfXml(text: string): Entry[] {
  const entries: Entry[] = [];
  let isOpml = false;
  let counted = 0;
  let line = 1;
  const parser = new Parser(
    {
      onopentag: (name, { text: label = "", title = label, xmlUrl, xmlurl = xmlUrl ?? "" }) => {
        if (name === "opml") isOpml = true;
        if (name !== "outline") return;
        line += text.slice(counted, parser.startIndex).split("\n").length - 1;
        counted = parser.startIndex;
        if (title.trim() !== "" || xmlurl !== "")
          outlines.push({ line, title: title.trim(), url: xmlurl.trim() });
      },
    },
    { xmlMode: true },
  );
  const outlines: { line: number; title: string; url: string }[] = [];
  parser.end(text);
  if (!isOpml)
    return [
      {
        line: 1,
        text: head(text),
        problem: "This is no list that is known: of files with tags OPML alone is read.",
      },
    ];
  for (const outline of outlines) entries.push(entryOfOutline(outline));
  return entries;
}

function entryOfOutline({ line, title, url }: { line: number; title: string; url: string }): Entry {
  const alert = alertTitle.exec(title)?.[1];
  if (alert !== undefined && (url === "" || alertFeed.test(url))) return entryOf(line, alert);
  const shown = head(url === "" ? title : `${title} ${url}`.trim());
  if (url === "")
    return {
      line,
      text: shown,
      problem: "A folder names no keyword. What is in it stands in the lines below.",
    };
  const searched = isUrl(url) ? new URL(url).searchParams.get("q")?.trim() : undefined;
  const place = searched ? placeOfSearch(url) : null;
  if (searched && place !== null) return entryOf(line, searched, place);
  return {
    line,
    text: shown,
    problem: "A feed names no keyword. Add one by hand and choose this feed as its place.",
  };
}

/** Where the search of an address looks: a place of a site, or all of it; null where that is none of the sites. */
function placeOfSearch(url: string): Partial<Draft> | null {
  const meant = meaningOf(url.replace(/\/[^/]*\?.*$/, "/"));
  if (meant === null) return null;
  const [kind, name = ""] = meant.split(":");
  return kind === "in" ? { places: placesOf(name) } : { places: [{ site: name, name: "all" }] };
}

function head(text: string): string {
  return text.trim().slice(0, 200).toWellFormed();
}
