import { createHash } from "node:crypto";
import type { ImportResponse, ImportQuery } from "@/contract/watch-import";
import type { ImportedFile } from "@/domain/text/imported-file";
import { partedPlace } from "@/domain/reading/place";
import { getPlan } from "@/domain/plans/plans";
import type { Account } from "@/server/accounts/statements/accounts";
import { pool, transaction, prisma } from "@/server/platform/database";
import { AppError, fieldError } from "@/server/platform/errors";
import { findPlaces, hidePlaces } from "@/server/places/hidden-places";
import { pacer } from "@/server/platform/pacer";
import { unpacked } from "@/server/threads/packed";
import { runForUser } from "@/server/threads/run-for-user";
import { sites, sitesOn } from "@/sites/registry";
import {
  addressesToLookUp,
  addressFaults,
  checkAddresses,
  checkPlaceLimits,
  limitedSites,
  noWatch,
} from "./address-limits";
import type { ReadFile, ReadLine, ReadRow } from "./import/read-file";
import { checkPlan, newWatch } from "./new-watch";
import { countWatches, insertWatches, type NewWatch } from "./statements/watches";
import { knowsAccounts } from "./watch-authors";
import { withPlaces } from "./watch-search";
import { lockOwner } from "./watches";

/** Rows and addresses are as in the file: secret URLs get hidden names when watches are created. */
interface Plan extends Omit<ImportResponse, "isCommitted" | "ids"> {
  rows: ReadRow[];
  addresses: Set<string>;
  /** Collected from the rows between pauses, as there can be 400,000 places in all. */
  limitedPlaces: Set<string>;
}

const rowsAtOnce = 500;

/** With `commit`, creates all in one transaction. Throws VALIDATION_ERROR if unreadable, late or changed. */
export async function importWatches(
  user: Account,
  { file, query }: { file: ImportedFile; query: ImportQuery },
  now: Date,
): Promise<ImportResponse> {
  const { lines, commit, preview } = await readInThread(user, file, query);
  const plan = await planOfLines(user, lines);
  if (commit && preview !== undefined && preview !== plan.preview) throw changed();
  const ids = commit ? await makeAll(user, plan, now) : undefined;
  const { watches, problems, overLimit, existing, preview: name } = plan;
  return { watches, problems, overLimit, existing, preview: name, isCommitted: commit, ...(ids && { ids }) };
}

function readInThread(user: Account, file: ImportedFile, query: ImportQuery): Promise<ReadFile> {
  const sitesWithAccounts = Object.keys(sites).filter(knowsAccounts);
  return runForUser(
    "readFile",
    {
      ...{ ...file, query, sitesWithAccounts },
      sitesOn: sitesOn().map(({ id }) => id),
      hasExpressions: getPlan(user.subscriptionStatus).hasFilters,
    },
    { user, late: fieldError("text", "This file takes too long to read. Split it into smaller files.") },
  );
}

function importedWatch(line: number, row: ReadRow): ImportResponse["watches"][number] {
  const { keyword, expression, places, isActive } = row;
  return { line, keyword, expression, places: places.map(partedPlace), isActive };
}

async function planOfLines(user: Account, lines: ReadFile["lines"]): Promise<Plan> {
  const problems: Plan["problems"] = [];
  const read: Extract<ReadLine, { row: object }>[] = [];
  for await (const line of unpacked(lines)) {
    if ("row" in line) read.push(line);
    else problems.push({ line: line.line, text: line.text, message: line.problem });
  }
  const plan: Plan = {
    ...{ watches: [], problems, overLimit: [], existing: [], preview: "" },
    ...{ rows: [], addresses: new Set<string>(), limitedPlaces: new Set<string>() },
  };
  await addReadLines(user, plan, read);
  plan.problems.sort((one, other) => one.line - other.line);
  return plan;
}

async function addReadLines(
  user: Account,
  plan: Plan,
  read: readonly Extract<ReadLine, { row: object }>[],
): Promise<void> {
  const where = { userId: user.id, kind: "keyword" } as const;
  const watches = await prisma().watch.findMany({ where, select: { fingerprint: true } });
  const known = new Set(watches.map(({ fingerprint }) => fingerprint));
  const addresses = addressesToLookUp(read);
  const renamed = await findPlaces(addresses);
  const stored = (places: readonly string[]) => places.map((place) => renamed.get(place) ?? place);
  const faultFor = await addressFaults(pool(), user, stored(addresses));
  const { watchLimit } = getPlan(user.subscriptionStatus);
  const hash = createHash("sha256");
  const limited = new Set(limitedSites().map(({ id }) => id));
  const isLimited = (place: string) => limited.has(partedPlace(place).site);
  const breathe = pacer();
  for (const { line, text, row, addresses } of read) {
    await breathe();
    const { keyword } = row;
    const { fingerprint } = withPlaces(row, stored(row.places));
    if (known.has(fingerprint)) plan.existing.push({ line, keyword });
    else if (watchLimit !== null && known.size >= watchLimit) plan.overLimit.push({ line, keyword });
    else {
      const message = faultFor(stored(addresses));
      if (message === null) {
        known.add(fingerprint);
        hash.update(row.fingerprint);
        for (const address of addresses) plan.addresses.add(address);
        if (limited.size > 0) for (const place of row.places.filter(isLimited)) plan.limitedPlaces.add(place);
        plan.watches.push(importedWatch(line, row));
        plan.rows.push(row);
      } else plan.problems.push({ line, text, message });
    }
  }
  plan.preview = hash.digest("base64url").slice(0, 22);
}

/** Creates all in one transaction, ids in order. Locks and constraints repeat the earlier checks. */
async function makeAll(user: Account, plan: Plan, now: Date): Promise<string[]> {
  const { rows, addresses, limitedPlaces } = plan;
  const ids: string[] = [];
  if (rows.length === 0) return ids;
  await transaction(async (tx) => {
    const owner = await lockOwner(tx, user.id);
    const { watchLimit } = getPlan(owner.subscriptionStatus);
    const { total } = await countWatches(owner.id);
    if (watchLimit !== null && total + rows.length > watchLimit) throw new AppError("KEYWORD_LIMIT_EXCEEDED");
    for (const { expression } of rows) checkPlan(owner, expression, null);
    const named = [...addresses];
    const after = await hidePlaces(tx, named, { now });
    await checkAddresses(tx, owner, { id: noWatch, before: [], after });
    await checkPlaceLimits(tx, { id: noWatch, before: [], after: [...limitedPlaces] });
    const renamed = new Map(named.map((place, at) => [place, after[at]!]));
    const breathe = pacer();
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const some: NewWatch[] = [];
      for (const row of rows.slice(at, at + rowsAtOnce)) {
        await breathe();
        const places = row.places.map((place) => renamed.get(place) ?? place);
        some.push(watchOf(user, withPlaces(row, places), now));
      }
      if ((await insertWatches(tx, some)) !== some.length) throw changed();
      for (const { id } of some) ids.push(id);
    }
  });
  return ids;
}

function watchOf(user: Account, { authors, authorsFetchedAt, ...draft }: ReadRow, now: Date): NewWatch {
  const fetchedAt = authorsFetchedAt === null ? null : new Date(authorsFetchedAt);
  return { ...newWatch(user.id, draft, now), authors, authorsFetchedAt: fetchedAt };
}

function changed(): AppError {
  return fieldError("text", "The preview is out of date. Please review it again.");
}
