import type { SuggestResponse, SuggestQuery } from "@/contract/preview";
import { defaultFilters } from "@/contract/watch";
import type { MatchRule } from "@/domain/matching/rule";
import { placeKey } from "@/domain/reading/place";
import { getPlan } from "@/domain/plans/plans";
import { suggestedAtMost, suggestedWords, type SuggestedWord } from "./suggested-words";
import { sitesOn } from "@/sites/registry";
import { placeView } from "@/server/places/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { storedPages } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { sampleTexts } from "./sample-texts";
import { eachStored, isTooMany, type MatchedItem, storedSinceMs, timedTasks } from "./stored-matches";

/** Number of places offered on a site whose 'all' isn't read completely. */
const namedAtMost = 3;
const hourMs = 3_600_000;

type Tally = Map<string, { site: string; name: string; matches: number }>;
const candidates = 4;
type Candidate = Pick<MatchedItem, "fullname" | "createdAt">;
interface Word {
  keyword: string;
  expression: string | null;
}
const titlePrefix = "title ";
interface Read {
  stored: number;
  items: number;
  oldestMs: number;
  sampled: Set<string>;
  tallies: Tally[];
  /** Number of matches in titles by word, and the newest matches. */
  titles: number[];
  newest: Candidate[][];
}

/** Counts matches among stored items; `isPartial` if time ran out. Sends no requests to sites. */
export async function suggestWatches(
  user: Account,
  { text }: SuggestQuery,
  now: Date,
  signal?: AbortSignal,
): Promise<SuggestResponse> {
  const { hasFilters } = getPlan(user.subscriptionStatus);
  const words = suggestedWords(text).map((word) => ({ ...word, expression: expressionOf(word, hasFilters) }));
  const tasks = timedTasks(user, signal);
  const read = await readAll(tasks, words, now);
  const result = words
    .map((word, at) => {
      const places = [...read.tallies[at]!.values()];
      const matches = sum(places.filter(({ name }) => name === "all"));
      const counts = { matches, titleMatches: read.titles[at]!, isTooMany: isTooMany(matches, read), places };
      return { ...word, ...counts, newest: read.newest[at]! };
    })
    .filter(({ isGuess, matches }) => isGuess === undefined || matches > 0)
    .slice(0, suggestedAtMost.reported);
  const places = offered(result.filter(({ isTooMany }) => !isTooMany));
  const keys = new Set(places.map(placeKey));
  const texts = await getTexts(result, now);
  return {
    suggestions: result.map(({ keyword, expression, reason, places, newest, ...counts }) => ({
      ...{ keyword, expression, reason, matches: counts.matches, titleMatches: counts.titleMatches },
      isTooMany: counts.isTooMany,
      sample: newest.map(({ fullname }) => texts.get(fullname)).find((one) => one !== undefined) ?? null,
      ...(places.some(({ site }) => read.sampled.has(site)) && { isAbout: true as const }),
      places: places.filter((place) => keys.has(placeKey(place))),
    })),
    places,
    hours: Math.ceil((now.getTime() - storedSinceMs(read.oldestMs, now)) / hourMs),
    ...(tasks.isPartial && { isPartial: true as const }),
  };
}

function getTexts(result: readonly { keyword: string; newest: readonly Candidate[] }[], now: Date) {
  const keywords = result.flatMap(({ keyword, newest }) =>
    newest.map(({ fullname }) => [fullname, keyword] as const),
  );
  return sampleTexts(new Map(keywords), now);
}

/** For host names, also match links to the host if the plan allows expressions. */
function expressionOf({ keyword, isHost }: SuggestedWord, hasFilters: boolean): string | null {
  return isHost && hasFilters ? `"${keyword}" OR link:${keyword}` : null;
}

function getRule(
  { keyword, expression }: Word,
  watchId: string,
  filters: Partial<typeof defaultFilters> = {},
): MatchRule {
  const everywhere = { places: ["all"], activeSince: new Date(0), revision: 0, authors: undefined };
  return { ...defaultFilters, wholeWordOnly: true, ...filters, ...everywhere, keyword, expression, watchId };
}

/** Reads all sites, with one page of texts per site in memory. */
async function readAll(tasks: TimedTasks, words: readonly Word[], now: Date): Promise<Read> {
  const tallies: Tally[] = words.map(() => new Map());
  const counts = { tallies, titles: words.map(() => 0), newest: words.map((): Candidate[] => []) };
  const read: Read = { stored: 0, items: 0, oldestMs: now.getTime(), sampled: new Set(), ...counts };
  if (words.length === 0) return read;
  const rules = words.flatMap((word, at) => [
    getRule(word, `${at}`),
    getRule(word, `${titlePrefix}${at}`, { matchTitlesOnly: true, includeComments: false }),
  ]);
  await Promise.all(
    sitesOn()
      .filter(({ hasAll }) => hasAll)
      .map(async (site) => {
        const times = site.sampledOneIn ?? 1;
        await eachStored(tasks, rules, storedPages(site, null, now), (item, ruleIds) => {
          const { place, createdAt } = item;
          read.stored += 1;
          read.items += times;
          if (times > 1) read.sampled.add(site.id);
          read.oldestMs = Math.min(read.oldestMs, createdAt.getTime());
          for (const id of ruleIds) {
            if (id.startsWith(titlePrefix)) {
              read.titles[Number(id.slice(titlePrefix.length))]! += times;
              continue;
            }
            addNewest(read.newest[Number(id)]!, item);
            for (const name of new Set(["all", place]))
              add(tallies[Number(id)]!, { site: site.id, name }, times);
          }
        });
      }),
  );
  return read;
}

function addNewest(newest: Candidate[], { fullname, createdAt }: Candidate): void {
  const at = newest.findIndex((one) => one.createdAt < createdAt);
  newest.splice(at < 0 ? newest.length : at, 0, { fullname, createdAt });
  newest.splice(candidates);
}

function add(tally: Tally, { site, name }: { site: string; name: string }, times: number): void {
  const key = placeKey({ site, name });
  const { matches } = tally.get(key) ?? { matches: 0 };
  tally.set(key, { site, name, matches: matches + times });
}

function sum(counted: readonly { matches: number }[]): number {
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
      const everything = { ...placeView(site.id, "all"), label: site.wholeTitle ?? `All of ${site.title}` };
      return [
        { ...everything, matches: whole?.matches ?? 0 },
        ...named.map(({ name, matches }) => ({ ...placeView(site.id, name), matches })),
      ];
    });
}
