import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { ImportAnswer, WatchImport } from "@/contract/watch-import";
import { importLimits } from "@/domain/imported-file";
import { watchDraft } from "@/contract/watch";
import { partedPlace } from "@/domain/place";
import { planOf } from "@/domain/plans";
import { checkExpression } from "@/domain/query/check";
import { parseExpression } from "@/domain/query/parse";
import type { Account } from "@/server/accounts/statements/accounts";
import { csvText } from "@/server/platform/csv";
import { pool, prisma, transaction, type Queryable } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { fileAnswer } from "@/server/platform/file-answer";
import { findPlaces, hidePlaces } from "@/server/platform/hidden-places";
import { learnTitles } from "@/server/platform/place-titles";
import { addressFaults, checkAddresses, noWatch } from "./address-limits";
import { columns } from "./import-columns";
import { entriesOf, type Entry } from "./import-entries";
import { checkPlan, newWatch, withPlaces } from "./new-watch";
import { countWatches, insertWatches, listWatches, type NewWatch } from "./statements/watches";
import { unaskedAuthors } from "./watch-authors";
import { watchView } from "./watch-view";
import { lockOwner } from "./watches";

/** Parsed lines of a file. Rows contain places as in the file; secret URLs get hidden names when watches are created. */
interface Plan extends Pick<ImportAnswer, "problems" | "overLimit" | "existing"> {
  watches: { line: number; row: NewWatch }[];
}

/** Between so many lines other calls have their turn. */
const linesAtOnce = 100;
const rowsAtOnce = 500;

/**
 * What of a text can be watched, and with `commit` makes exactly that, all of it or nothing. VALIDATION_ERROR where it is none
 * of ours to read, or differs from the preview that it names.
 */
export async function importWatches(user: Account, asked: WatchImport, now: Date): Promise<ImportAnswer> {
  const entries = entriesOf(asked.text);
  if (entries.length > importLimits.entries)
    throw fault(`A file has at most ${importLimits.entries.toLocaleString("en")} lines. Split it in two.`);
  const plan = await planOfEntries(user, entries, now);
  const preview = nameOf(plan);
  if (asked.commit) {
    if (asked.preview !== undefined && asked.preview !== preview) throw changed();
    await makeAll(user, plan, now);
  }
  const { watches, ...rest } = plan;
  return { watches: watches.map(toldWatch), ...rest, preview, isCommitted: asked.commit };
}

function toldWatch({ line, row }: Plan["watches"][number]): ImportAnswer["watches"][number] {
  const { keyword, expression, places, isActive } = row;
  return { line, keyword, expression, places: places.map(partedPlace), isActive };
}

function nameOf({ watches }: Plan): string {
  const hash = createHash("sha256");
  for (const { row } of watches) hash.update(row.fingerprint);
  return hash.digest("base64url").slice(0, 22);
}

async function planOfEntries(user: Account, entries: readonly Entry[], now: Date): Promise<Plan> {
  const plan: Plan = { watches: [], problems: [], overLimit: [], existing: [] };
  const read: { entry: Entry; row: NewWatch }[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % linesAtOnce === linesAtOnce - 1) await setImmediate();
    const row = rowOf(user, entry, now);
    if (typeof row !== "string") read.push({ entry, row });
    else plan.problems.push({ line: entry.line, text: entry.text, message: row });
  }
  const held = await prisma().watch.findMany({ where: { userId: user.id }, select: { fingerprint: true } });
  const known = new Set(held.map(({ fingerprint }) => fingerprint));
  const renamed = await findPlaces(
    pool(),
    read.flatMap(({ row }) => row.places),
  );
  const stored = ({ places }: NewWatch) => places.map((place) => renamed.get(place) ?? place);
  const places = read.flatMap(({ row }) => stored(row));
  const faultOf = await addressFaults(pool(), user, places);
  const { watchLimit } = planOf(user.subscriptionStatus);
  for (const { entry, row } of read) {
    const { line } = entry;
    const { keyword } = row;
    const { fingerprint, places } = withPlaces(row, stored(row));
    if (known.has(fingerprint)) plan.existing.push({ line, keyword });
    else if (watchLimit !== null && known.size >= watchLimit) plan.overLimit.push({ line, keyword });
    else {
      const message = faultOf(places);
      if (message === null) {
        known.add(fingerprint);
        plan.watches.push({ line, row });
      } else plan.problems.push({ line, text: entry.text, message });
    }
  }
  plan.problems.sort((one, other) => one.line - other.line);
  return plan;
}

/** What is told and could be meant where somebody writes it here; from elsewhere it meant something else. */
const lost = new Set(["unknown-field", "inner-star", "quoted-star"]);

/** The watch of an entry, or why there can be none. */
function rowOf(user: Account, entry: Entry, now: Date): NewWatch | string {
  if ("problem" in entry) return entry.problem;
  if (/[\0\p{Surrogate}]/u.test(JSON.stringify(Object.values(entry.draft)).replaceAll("\\u0000", "\0")))
    return "This holds a character that can't be stored.";
  const parsed = watchDraft.safeParse(entry.draft);
  if (!parsed.success) return parsed.error.issues[0]!.message;
  try {
    const row = newWatch(user.id, parsed.data, now);
    checkPlan(user, row.expression, null);
    const isForeign = row.expression !== null && !entry.isOwn;
    const found = isForeign ? checkExpression(parseExpression(row.expression!), { sites: [] }) : [];
    const misread = found.find(({ code }) => lost.has(code));
    if (misread !== undefined) return misread.message;
    return { ...row, ...unaskedAuthors(row) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.code === "PRO_REQUIRED" ? "Looking for more than a phrase is part of Pro." : error.message;
  }
}

/** One transaction; what was checked before is held to by locks and constraints here. */
async function makeAll(user: Account, { watches }: Plan, now: Date): Promise<void> {
  if (watches.length === 0) return;
  await transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const rows = await storedRows(tx, watches, now);
    const { watchLimit } = planOf(owner.subscriptionStatus);
    const { total } = await countWatches(tx, owner.id);
    if (watchLimit !== null && total + rows.length > watchLimit) throw new AppError("KEYWORD_LIMIT_EXCEEDED");
    for (const row of rows) checkPlan(owner, row.expression, null);
    const after = rows.flatMap(({ places }) => places);
    await checkAddresses(tx, owner, { id: noWatch, before: [], after });
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some = rows.slice(at, at + rowsAtOnce);
      if ((await insertWatches(tx, some)) !== some.length) throw changed();
    }
  });
}

/** Replaces all secret URLs of a file by hidden names in one query. */
async function storedRows(tx: Queryable, watches: Plan["watches"], now: Date): Promise<NewWatch[]> {
  const named = watches.flatMap(({ row }) => row.places);
  const stored = await hidePlaces(tx, named, { now });
  const renamed = new Map(named.map((place, at) => [place, stored[at]!]));
  return watches.map(({ row }) =>
    withPlaces(
      row,
      row.places.map((place) => renamed.get(place)!),
    ),
  );
}

function changed(): AppError {
  return fault("What can be added has changed since the preview. Look at it again.");
}

function fault(text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { text: [text] } });
}

/** All watches of the user as the file that `importWatches` takes. */
export function exportWatches(user: Account): Response {
  return fileAnswer(watchLines(user), { name: "earshot-keywords.csv", type: "text/csv; charset=utf-8" });
}

const pageSize = 1_000;
const written = columns.filter(({ write }) => write !== undefined);

async function* watchLines({ id }: Account): AsyncGenerator<string, void, void> {
  yield `\uFEFF${csvText([written.map(({ title }) => title)])}`;
  const filter = { userId: id, q: null, keywordFolded: null };
  let after: { createdAt: Date; id: string } | null = null;
  for (let isLast = false; !isLast;) {
    const page = { isNewestFirst: false, limit: pageSize, offset: 0, after };
    const { watches } = await listWatches(pool(), filter, page);
    const last = watches.at(-1);
    if (last === undefined) return;
    await learnTitles(watches.flatMap(({ places }) => places));
    const views = watches.map(watchView);
    yield csvText(views.map((view) => written.map(({ write }) => write!(view))));
    isLast = watches.length < pageSize;
    after = last;
  }
}
