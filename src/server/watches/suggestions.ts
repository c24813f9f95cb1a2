import type { SuggestResponse, SuggestQuery } from "@/contract/preview";
import { defaultFilters } from "@/contract/watch";
import type { MatchRule } from "@/domain/matching/rule";
import { placeKey } from "@/domain/place";
import { planOf } from "@/domain/plans";
import { suggestedAtMost, suggestedWords, type SuggestedWord } from "@/domain/suggested-words";
import { sitesOn } from "@/sites/registry";
import { placeView } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { storedPages } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { eachStored, isMuch, timedTasks } from "./stored-matches";

/** Number of places offered on a site whose 'all' isn't read completely. */
const namedAtMost = 3;
const hourMs = 3_600_000;

/** Number of matches by place. */
type Tally = Map<string, { site: string; name: string; matches: number }>;
interface Read {
  /** Number of stored items, and the number they represent. */
  held: number;
  items: number;
  oldestMs: number;
  /** Sites that are sampled. */
  sampled: Set<string>;
  tallies: Tally[];
}

/**
 * Suggests keywords for a product name or URL, each with its number of matches among stored items. Reads the
 * items of all sites once; `isPartial` if time ran out. Sends no requests to sites.
 */
export async function suggestWatches(
  user: Account,
  { text }: SuggestQuery,
  now: Date,
  signal?: AbortSignal,
): Promise<SuggestResponse> {
  const { hasFilters } = planOf(user.subscriptionStatus);
  const words = suggestedWords(text).map((word) => ({ ...word, expression: expressionOf(word, hasFilters) }));
  const tasks = timedTasks(user, signal);
  const read = await readAll(tasks, words.map(ruleOf), now);
  const result = words
    .map(({ keyword, expression, reason, isGuess }, at) => {
      const places = [...read.tallies[at]!.values()];
      const matches = sumOf(places.filter(({ name }) => name === "all"));
      return { isGuess, keyword, expression, reason, matches, isTooMany: isMuch(matches, read), places };
    })
    .filter(({ isGuess, matches }) => isGuess === undefined || matches > 0)
    .slice(0, suggestedAtMost.told);
  const places = offered(result.filter(({ isTooMany }) => !isTooMany));
  const keys = new Set(places.map(placeKey));
  return {
    suggestions: result.map(({ keyword, expression, reason, matches, isTooMany, places }) => ({
      ...{ keyword, expression, reason, matches, isTooMany },
      ...(places.some(({ site }) => read.sampled.has(site)) && { isAbout: true as const }),
      places: places.filter((place) => keys.has(placeKey(place))),
    })),
    places,
    hours: Math.ceil((now.getTime() - read.oldestMs) / hourMs),
    ...(tasks.isPartial && { isPartial: true as const }),
  };
}

/** For host names, also match links to the host if the plan allows expressions. */
function expressionOf({ keyword, isHost }: SuggestedWord, hasFilters: boolean): string | null {
  return isHost && hasFilters ? `"${keyword}" OR link:${keyword}` : null;
}

function ruleOf(
  { keyword, expression }: { keyword: string; expression: string | null },
  at: number,
): MatchRule {
  const everywhere = { places: ["all"], activeSince: new Date(0), revision: 0, authors: undefined };
  return { ...defaultFilters, wholeWordOnly: true, ...everywhere, keyword, expression, watchId: `${at}` };
}

/** Reads all sites, with one page of texts per site in memory. */
async function readAll(tasks: TimedTasks, rules: readonly MatchRule[], now: Date): Promise<Read> {
  const tallies: Tally[] = rules.map(() => new Map());
  const read: Read = { held: 0, items: 0, oldestMs: now.getTime(), sampled: new Set(), tallies };
  if (rules.length === 0) return read;
  await Promise.all(
    sitesOn()
      .filter(({ hasAll }) => hasAll)
      .map(async (site) => {
        const times = site.sampledOneIn ?? 1;
        await eachStored(tasks, rules, storedPages(site, null, now), ({ place, createdAt }, ruleIds) => {
          read.held += 1;
          read.items += times;
          if (times > 1) read.sampled.add(site.id);
          read.oldestMs = Math.min(read.oldestMs, createdAt.getTime());
          for (const id of ruleIds)
            for (const name of new Set(["all", place]))
              add(tallies[Number(id)]!, { site: site.id, name }, times);
        });
      }),
  );
  return read;
}

function add(tally: Tally, { site, name }: { site: string; name: string }, times: number): void {
  const key = placeKey({ site, name });
  const { matches } = tally.get(key) ?? { matches: 0 };
  tally.set(key, { site, name, matches: matches + times });
}

function sumOf(counted: readonly { matches: number }[]): number {
  return counted.reduce((sum, { matches }) => sum + matches, 0);
}

/** Returns each site, plus the places with most matches on sites that aren't read completely. */
function offered(result: readonly { places: readonly { site: string; name: string; matches: number }[] }[]) {
  const all: Tally = new Map();
  for (const place of result.flatMap(({ places }) => places)) add(all, place, place.matches);
  const found = [...all.values()].toSorted((one, other) => other.matches - one.matches);
  return sitesOn()
    .filter(({ hasAll }) => hasAll)
    .flatMap((site) => {
      const whole = found.find(({ site: id, name }) => id === site.id && name === "all");
      const named = site.readsWhole
        ? []
        : found.filter(({ site: id, name }) => id === site.id && name !== "all").slice(0, namedAtMost);
      const everything = { ...placeView(site.id, "all"), label: `All of ${site.title}` };
      return [
        { ...everything, matches: whole?.matches ?? 0 },
        ...named.map(({ name, matches }) => ({ ...placeView(site.id, name), matches })),
      ];
    });
}
