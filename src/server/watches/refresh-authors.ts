import { isDeepStrictEqual } from "node:util";
import { authorNames, type AuthorIdsBySite } from "@/domain/query/authors";
import { parseExpression } from "@/domain/query/parse";
import { lockUser } from "@/server/accounts/statements/accounts";
import { pool, transaction } from "@/server/platform/database";
import { getFault, type RunContext } from "@/server/platform/run-context";
import type { ReadContext } from "@/server/reading/context";
import { type DueWatch, listAuthorsDue, recordAuthorsFetched, setAuthors } from "./statements/authors";
import { knownAs } from "./watch-authors";

/** Interval between lookups (ms), well below a day. */
const retryMs = 20 * 3_600_000;
const atOnce = 100;

type Reported = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A released name keeps its old id until another account takes it. Unavailable sites delay all. */
export async function refreshAuthors(run: RunContext, readings: readonly ReadContext[]): Promise<void> {
  const beganAt = run.clock();
  const before = new Date(beganAt.getTime() - retryMs);
  while (run.clock() < run.deadline) {
    const due = await listAuthorsDue(pool(), before, atOnce);
    const names = [...new Set(due.flatMap(getNames))];
    const result = due.length === 0 ? null : await request(run, readings, names);
    if (result === null) return;
    for (const watch of due) await keep(watch, result);
    await recordAuthorsFetched(
      pool(),
      due.map(({ id }) => id),
      beganAt,
    );
  }
}

function getNames({ expression }: DueWatch): string[] {
  const parsed = expression === null ? null : parseExpression(expression).expression;
  return parsed === null ? [] : authorNames(parsed);
}

/** Looks up the names on all sites. Null if one of them is unavailable. */
async function request(
  run: RunContext,
  readings: readonly ReadContext[],
  names: readonly string[],
): Promise<Reported | null> {
  const result = new Map<string, ReadonlyMap<string, string>>();
  for (const { site, budget, signal } of readings) {
    if (site.reads !== "stream" || site.fetchAccounts === undefined) continue;
    if (run.clock() >= run.deadline || !(await budget.take("check", site.lookUp.requests(names.length))))
      return null;
    try {
      result.set(site.id, await site.fetchAccounts(names, signal));
    } catch (error) {
      run.faults.push({ ...getFault("authors", error), site: site.id });
      return null;
    } finally {
      await budget.giveBack();
    }
  }
  return result;
}

/** Changed ids increase the revision, so compiled rules are rebuilt. */
async function keep(watch: DueWatch, result: Reported): Promise<void> {
  const names = getNames(watch);
  const sites = Object.entries(watch.authors ?? {});
  const authors: AuthorIdsBySite = Object.fromEntries(
    sites.map(([site, ids]) => [site, knownAs(names, ids, result.get(site))]),
  );
  if (isDeepStrictEqual(authors, watch.authors)) return;
  await transaction(async (tx) => {
    await lockUser(tx, watch.userId);
    await setAuthors(tx, watch, authors);
  });
}
