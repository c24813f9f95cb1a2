import { namedPlaces } from "@/contract/place";
import type { WatchPatch } from "@/contract/watch";
import { type AuthorIds, type AuthorIdsBySite, authorNames, unknownAuthors } from "@/domain/query/authors";
import { parseExpression } from "@/domain/query/parse";
import { isRefused } from "@/domain/query/problems";
import { NO_RATE } from "@/domain/site-error";
import { isOn, siteOf } from "@/sites/registry";
import { AppError } from "@/server/platform/errors";
import { connected } from "@/server/reading/site";
import { lookUpOnce } from "@/server/reading/site-lookups";
import { refused } from "./expression-problems";
import { bySite, patchFields } from "./watch-places";

interface Asking {
  expression: string | null;
  places: readonly string[];
  /** Those that were found before: who gave a name up goes on being meant by it. */
  authors: AuthorIdsBySite | null;
}

/** Whom the names behind `author:` are at the sites that know accounts by ids. What can't be read asks for nobody. */
export async function findAuthors({ expression, places, authors: known }: Asking) {
  const parsed = parseExpression(expression ?? "");
  const names =
    parsed.expression === null || isRefused(parsed.problems) ? [] : authorNames(parsed.expression);
  const watched = bySite(places).map(({ site }) => site);
  const asked = names.length === 0 ? [] : watched.filter(knowsAccounts);
  const found = await Promise.all(asked.map((site) => askFor(site, names)));
  const bySites = asked.map((site, at) => [site, knownAs(names, known?.[site], found[at])] as const);
  const isAsked = found.every((one) => one !== null);
  const isKnown = (name: string) => bySites.some(([, ids]) => Object.hasOwn(ids, name));
  const titles = asked.map((site) => siteOf(site).title).join(", ");
  // On another site somebody may well be called so.
  const isTold = isAsked && asked.length > 0 && asked.length === watched.length;
  return {
    /** Null: nobody is asked for whom a site knows by an id. */
    authors: asked.length === 0 ? null : Object.fromEntries(bySites),
    isAsked,
    /** Whom there is none of, as far as that could be told. */
    problems: isTold ? unknownAuthors(parsed, isKnown, titles) : [],
  };
}

/**
 * The same as rows hold it. A site that can't be asked now is asked by the next run. VALIDATION_ERROR with its `problems` for
 * whom there is none of.
 */
export async function learnAuthors(asking: Asking, now: Date) {
  const { authors, isAsked, problems } = await findAuthors(asking);
  if (problems.length > 0) throw refused(problems);
  return { authors, authorsAskedAt: authors === null ? null : isAsked ? now : new Date(0) };
}

/** The same of a change; nothing where it is about neither expression nor places. */
export async function learnChanged(patch: WatchPatch, findBefore: () => Promise<Asking>, now: Date) {
  const { expression } = patch;
  if (expression === undefined && namedPlaces(patch) === undefined) return {};
  const before = await findBefore();
  return learnAuthors(
    {
      expression: expression === undefined ? before.expression : expression,
      places: patchFields(patch, before.places).places ?? before.places,
      authors: before.authors,
    },
    now,
  );
}

/** Of the names those that are known, as they were told last. */
export function knownAs(
  names: readonly string[],
  before: AuthorIds | undefined,
  told: ReadonlyMap<string, string> | null | undefined,
): AuthorIds {
  const known = names.map((name) => [name, told?.get(name) ?? before?.[name]] as const);
  return Object.fromEntries(known.filter((one): one is [string, string] => one[1] !== undefined));
}

export function knowsAccounts(site: string): boolean {
  return connected(site).reads === "stream";
}

/** Null where the site can't be asked now. */
async function askFor(id: string, names: readonly string[]): Promise<Map<string, string> | null> {
  if (!isOn(id)) return null;
  try {
    return await lookUpOnce<Map<string, string>>(id, `accounts ${names.join(" ")}`, "question", {
      held: () => Promise.resolve(null),
      ask: async (site, signal) => {
        if (site.reads !== "stream") throw new RangeError(`${id} knows no accounts`);
        return { answer: await site.fetchAccounts(names, signal), rate: NO_RATE };
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}
