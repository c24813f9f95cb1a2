import { AppError, validationError } from "@/contract/errors";
import { watchDraft } from "@/contract/watch";
import { watchImport } from "@/contract/watch-import";
import { decodedText, encodingText, type ImportedFile } from "@/domain/text/imported-file";
import { partedPlace, placeKey } from "@/domain/reading/place";
import { type AuthorIdsBySite, authorNames } from "@/domain/query/authors";
import { checkExpression } from "@/domain/query/check";
import { parseExpression } from "@/domain/query/parse";
import { parseJson, refuseBrokenText } from "@/server/platform/json";
import { type Packed, packed } from "@/server/threads/packed";
import { sites, getSite } from "@/sites/registry";
import { checkExpressionIn } from "../expression-problems";
import { type ReadDraft, readDraft } from "../watch-search";
import type { Sites } from "../watch-places";
import { getEntries } from "./entries";
import { type Entry, fileFault } from "./entry";

export interface FileToRead extends ImportedFile {
  /** Query parameters, used if the file isn't JSON. */
  query: object;
  /** Enabled sites, and sites that identify authors by id. */
  sitesOn: readonly string[];
  sitesWithAccounts: readonly string[];
  hasExpressions: boolean;
}

export type ReadLine = { line: number; text: string } & (
  { row: ReadRow; /** Its places that are addresses. */ addresses: string[] } | { problem: string }
);
export type ReadRow = ReadDraft & { authors: AuthorIdsBySite | null; authorsFetchedAt: string | null };

export interface ReadFile {
  commit: boolean;
  preview: string | undefined;
  lines: Packed<ReadLine>;
}

/** Runs in a worker thread. Parses a file of any supported format. */
export function readFile(file: FileToRead): ReadFile {
  const { text, commit, preview, skipPlaces = [] } = getBody(file);
  const skipped = new Set(skipPlaces.map(placeKey));
  return { commit, preview, lines: packed(linesOf(text, file, skipped)) };
}

function getBody({ bytes, isJson, query }: FileToRead) {
  const body = isJson ? (bytes.length === 0 ? {} : parseJson(bytes)) : { ...query, text: getText(bytes) };
  if (isJson) refuseBrokenText(body);
  const parsed = watchImport.safeParse(body);
  if (!parsed.success) throw validationError(parsed.error);
  return parsed.data;
}

function getText(bytes: Uint8Array): string {
  const text = decodedText(bytes);
  if (text === null) throw fileFault(encodingText);
  return text;
}

function* linesOf(
  text: string,
  file: FileToRead,
  skipped: ReadonlySet<string>,
): Generator<ReadLine, void, void> {
  const read = { on: file.sitesOn.map(getSite), known: sites };
  // Parse all entries first, so a file with too many is rejected early.
  for (const entry of [...getEntries(text)]) {
    const { line, text: shown } = entry;
    const row = getRow(withoutPlaces(entry, skipped), read, file);
    if (typeof row === "string") yield { line, text: shown, problem: row };
    else {
      const addresses = row.places.filter((place) => getSite(partedPlace(place).site).getHost !== undefined);
      yield { line, text: shown, row, addresses };
    }
  }
}

/** Removes places from an entry. It is a problem if no others are left. */
function withoutPlaces(entry: Entry, skipped: ReadonlySet<string>): Entry {
  if ("problem" in entry || entry.draft.places === undefined || skipped.size === 0) return entry;
  const places = entry.draft.places.filter((place) => !skipped.has(placeKey(place)));
  if (places.length > 0) return { ...entry, draft: { ...entry.draft, places } };
  return { line: entry.line, text: entry.text, problem: "None of its places is left." };
}

/** Only warnings in our expressions, but errors in files, where these characters had another meaning. */
const lost = new Set(["unknown-field", "inner-star", "quoted-star"]);

function getRow(entry: Entry, read: Sites, file: FileToRead): ReadRow | string {
  if ("problem" in entry) return entry.problem;
  if (hasBrokenText(entry.draft)) return "This contains a character that can't be stored.";
  const parsed = watchDraft.safeParse(entry.draft);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  try {
    const row = readDraft(parsed.data, read);
    checkExpressionIn(row.places.map(labelled), row);
    if (row.expression === null) return { ...row, authors: null, authorsFetchedAt: null };
    if (!file.hasExpressions) return "Expressions require Pro.";
    const found = entry.isOwn ? [] : checkExpression(parseExpression(row.expression), { sites: [] });
    const misread = found.find(({ code }) => lost.has(code));
    return misread?.message ?? { ...row, ...pendingAuthors(row, file) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

function hasBrokenText(draft: object): boolean {
  const texts = JSON.stringify(draft);
  return /\\u(?:0000|d[89a-f])/.test(texts.replaceAll("\\\\", ""));
}

function labelled(place: string) {
  const { site, name } = partedPlace(place);
  return { site, name, label: getSite(site).getLabel(name) };
}

/** Author ids are looked up by the next run, because a file can contain many names. */
function pendingAuthors({ expression, places }: ReadDraft, { sitesWithAccounts }: FileToRead) {
  const parsed = parseExpression(expression ?? "").expression;
  const names = parsed === null ? [] : authorNames(parsed);
  const named = new Set(names.length === 0 ? [] : places.map((place) => partedPlace(place).site));
  const accountSites = [...named].filter((site) => sitesWithAccounts.includes(site));
  if (accountSites.length === 0) return { authors: null, authorsFetchedAt: null };
  const authors = Object.fromEntries(accountSites.map((site) => [site, {}]));
  return { authors, authorsFetchedAt: new Date(0).toISOString() };
}
