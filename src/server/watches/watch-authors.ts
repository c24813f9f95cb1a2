import { namedPlaces } from "@/contract/place";
import type { WatchPatch } from "@/contract/watch";
import { type AuthorIds, type AuthorIdsBySite, authorNames, unknownAuthors } from "@/domain/query/authors";
import { parseExpression } from "@/domain/query/parse";
import { isRefused } from "@/domain/query/problems";
import { NO_RATE } from "@/domain/reading/site-error";
import { isOn, getSite } from "@/sites/registry";
import { AppError } from "@/server/platform/errors";
import { connected } from "@/server/reading/site";
import { lookUpOnce } from "@/server/reading/site-lookups";
import { refused } from "./expression-problems";
import { bySite, patchFields } from "./watch-places";

interface AuthorLookup {
  expression: string | null;
  places: readonly string[];
  /** Author ids found before. A released name keeps its old id. */
  authors: AuthorIdsBySite | null;
}

/** Looks up names on sites that identify accounts by id. Invalid expressions have no names. */
export async function findAuthors({ expression, places, authors: known }: AuthorLookup) {
  const parsed = parseExpression(expression ?? "");
  const names =
    parsed.expression === null || isRefused(parsed.problems) ? [] : authorNames(parsed.expression);
  const watched = bySite(places).map(({ site }) => site);
  const accountSites = names.length === 0 ? [] : watched.filter(knowsAccounts);
  const found = await Promise.all(accountSites.map((site) => fetchFor(site, names)));
  const bySites = accountSites.map((site, at) => [site, knownAs(names, known?.[site], found[at])] as const);
  const isRequested = found.every((one) => one !== null);
  const isKnown = (name: string) => bySites.some(([, ids]) => Object.hasOwn(ids, name));
  const titles = accountSites.map((site) => getSite(site).title).join(", ");
  // The name can exist on another site.
  const isReported = isRequested && accountSites.length > 0 && accountSites.length === watched.length;
  return {
    /** Null if no site needs ids. */
    authors: accountSites.length === 0 ? null : Object.fromEntries(bySites),
    isRequested,
    /** Problems for unknown names (empty if a site couldn't be reached). */
    problems: isReported ? unknownAuthors(parsed, isKnown, titles) : [],
  };
}

/** If a site is unavailable, the next run looks them up. Throws VALIDATION_ERROR for unknown authors. */
export async function resolveAuthors(lookup: AuthorLookup, now: Date) {
  const { authors, isRequested, problems } = await findAuthors(lookup);
  if (problems.length > 0) throw refused(problems);
  return { authors, authorsFetchedAt: authors === null ? null : isRequested ? now : new Date(0) };
}

/** Like `resolveAuthors` for a change. Empty if expression and places stay the same. */
export async function learnChanged(patch: WatchPatch, findBefore: () => Promise<AuthorLookup>, now: Date) {
  const { expression } = patch;
  if (expression === undefined && namedPlaces(patch) === undefined) return {};
  const before = await findBefore();
  return resolveAuthors(
    {
      expression: expression === undefined ? before.expression : expression,
      places: patchFields(patch, before.places).places ?? before.places,
      authors: before.authors,
    },
    now,
  );
}

export function knownAs(
  names: readonly string[],
  before: AuthorIds | undefined,
  result: ReadonlyMap<string, string> | null | undefined,
): AuthorIds {
  const known = names.map((name) => [name, result?.get(name) ?? before?.[name]] as const);
  return Object.fromEntries(known.filter((one): one is [string, string] => one[1] !== undefined));
}

export function knowsAccounts(site: string): boolean {
  return "fetchAccounts" in connected(site);
}

/** Looks up the names on a site. Null if it is unavailable. */
async function fetchFor(id: string, names: readonly string[]): Promise<Map<string, string> | null> {
  if (!isOn(id)) return null;
  try {
    return await lookUpOnce<Map<string, string>>(id, `accounts ${names.join(" ")}`, "lookup", {
      stored: () => Promise.resolve(null),
      request: async (site, signal) => {
        if (site.reads !== "stream" || site.fetchAccounts === undefined)
          throw new RangeError(`${id} knows no accounts`);
        return { response: await site.fetchAccounts(names, signal), rate: NO_RATE };
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}
