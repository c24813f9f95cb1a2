import { listContentLength } from "@/contract/notification";
import { inPlace } from "@/contract/place";
import { type ExampleItem, type PreviewAnswer } from "@/contract/preview";
import { defaultFilters, type WatchDraft } from "@/contract/watch";
import { nextSlot } from "@/domain/digest-schedule";
import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";
import type { AuthorIds } from "@/domain/query/authors";
import { commonWords, wordsBeside } from "@/domain/query/common-words";
import type { TextLeaf } from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { expressionOfWords } from "@/domain/query/watch-words";
import { chipsOfDraft, type Way, waysToLess } from "@/domain/query/ways";
import { planOf } from "@/domain/plans";
import { countRealtime } from "@/domain/realtime";
import { sampleOf } from "@/domain/stream-sample";
import { siteOf } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { knownPlaces } from "@/server/platform/hidden-places";
import { learnTitles, learnTitlesOf } from "@/server/platform/place-titles";
import { placeView } from "@/server/platform/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { connected } from "@/server/reading/site";
import { listHeldItems, type HeldItem } from "@/server/reading/statements/known-items";
import { eachMatch, fairNumber, isMuch, itemOf } from "./held-matches";
import { findAuthors } from "./watch-authors";
import { problemOf } from "./watch-expressions";
import { bySite, placesOfDraft } from "./watch-places";

const exampleCount = 5;
/** Past this share of a fair number of items a watch is noise. */
const broadShare = 0.5;
const draftId = "draft";
const hourMs = 3_600_000;
const barCount = 24;
/** Of each site so many matches say which words stand beside a keyword; a way that leaves more than this share is none. */
const saidBy = 300;
const worthShare = 0.9;
const waysAtMost = 3;

/** What a draft would have matched of the items of one site whose text is held, each of which stands for so many. */
interface Tried {
  site: string;
  /** How many places of it the draft names; 0: all of it. */
  places: number;
  held: HeldItem[];
  matched: HeldItem[];
  /** How many of them have each of the expression's words. */
  met: number[];
  times: number;
}

/** What a draft would have matched of the items whose text is held: counts, the mails it would mean, examples. */
export async function previewWatch(user: Account, draft: WatchDraft, now: Date): Promise<PreviewAnswer> {
  const places = await knownPlaces(pool(), placesOfDraft(draft));
  await learnTitles(places);
  const parsed = parseExpression(draft.expression ?? "");
  const words = wordsBeside(parsed);
  const found = await findAuthors({ expression: draft.expression, places, authors: null });
  const tried = await Promise.all(
    bySite(places).map(async ({ site, names }): Promise<Tried> => {
      const known = names.map((name) => name.toLowerCase());
      const held = await listHeldItems(pool(), siteOf(site), known.includes("all") ? null : known, now);
      const times = connected(site).reads === "stream" ? sampleOf : 1;
      const rule = ruleOf(draft, names, found.authors?.[site]);
      const places = known.includes("all") ? 0 : known.length;
      return { site, places, held, ...(await matchedBy(rule, words, held)), times };
    }),
  );
  const held = tried.flatMap((one) => one.held);
  const newestFirst = tried
    .flatMap((one) => one.matched)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const examples = newestFirst.slice(0, exampleCount);
  await learnTitlesOf(examples);
  const oldestMs = held.reduce((least, item) => Math.min(least, item.createdAt.getTime()), now.getTime());
  const hours = Math.ceil((now.getTime() - oldestMs) / hourMs);
  const items = sumOf(tried, (one) => one.held.length);
  const matched = sumOf(tried, (one) => one.matched.length);
  const read = { held: held.length, items };
  // A word of it is called common, or it is asked whether all of it is meant.
  const isCommon = (word: TextLeaf) =>
    isMuch(
      sumOf(tried, ({ met }) => met[words.indexOf(word)]!),
      read,
    );
  const asksFirst = isMuch(matched, read);
  const ways = asksFirst ? await countWays(user, draft, tried) : [];
  const problems = [...found.problems, ...commonWords(parsed, isCommon)];
  return {
    preview: {
      ...{ items, hours, matched },
      bars: barsOf(tried, oldestMs, now),
      bySite: tried.flatMap(siteOfTried).toSorted((one, other) => other.matched - one.matched),
      problems: problems.map(problemOf),
      ...(tried.some(({ held, times }) => times > 1 && held.length > 0) && { isAbout: true as const }),
      isBroad: held.length >= fairNumber && matched > items * broadShare,
      share: items === 0 ? 0 : matched / items,
      asksFirst,
      ways,
      mails: mailsOf(tried, user, hours),
      examples: examples.map(exampleOf),
    },
  };
}

function sumOf(tried: readonly Tried[], count: (one: Tried) => number): number {
  return tried.reduce((sum, one) => sum + count(one) * one.times, 0);
}

/** What would bring less, by how many it would bring of what the draft matched; the three that bring least. */
async function countWays(
  { subscriptionStatus }: Account,
  draft: WatchDraft,
  tried: readonly Tried[],
): Promise<PreviewAnswer["preview"]["ways"]> {
  const filters = { ...defaultFilters, ...draft.filters };
  const sample = tried.flatMap(({ matched }) => matched.slice(0, saidBy).map(itemOf));
  const { hasFilters } = planOf(subscriptionStatus);
  const counted = waysToLess({ ...draft, filters }, sample)
    .filter(({ kind }) => kind !== "must-not" || hasFilters)
    .map((way) => ({ way, matched: 0 }));
  const rules = counted.map(({ way }, at) => ({
    ...ruleOf(drafted(draft, way), ["all"], undefined),
    watchId: `${at}`,
  }));
  const matcher = new Matcher(rules);
  for (const { matched, times } of tried) {
    await eachMatch(matcher, matched, (_item, watchId) => {
      counted[Number(watchId)]!.matched += times;
    });
  }
  const all = sumOf(tried, ({ matched }) => matched.length);
  return counted
    .filter(({ matched }) => matched > 0 && matched < all * worthShare)
    .slice(0, waysAtMost)
    .map(({ way, matched }) => ({ kind: way.kind, words: wordsOf(way), matched }));
}

function drafted(draft: WatchDraft, way: Way): WatchDraft {
  const { keyword, filters } = draft;
  if (way.kind === "whole-words") return { ...draft, filters: { ...filters, wholeWordOnly: true } };
  if (way.kind === "titles") return { ...draft, filters: { ...filters, matchTitlesOnly: true } };
  if (way.kind === "keyword") return { ...draft, keyword: way.keyword };
  const chips = chipsOfDraft(draft)!;
  const more = { ...chips, mustNot: [...chips.mustNot, ...way.words] };
  return { ...draft, expression: expressionOfWords(keyword, { chips: more, text: null }) };
}

function wordsOf(way: Way): string[] {
  if (way.kind === "keyword") return [way.keyword];
  return way.kind === "must-not" ? way.words : [];
}

/** How many were written in each of `barCount` equal parts of the span. */
function barsOf(tried: readonly Tried[], fromMs: number, now: Date): number[] {
  const bars = Array.from({ length: barCount }, () => 0);
  const partMs = Math.max(1, (now.getTime() - fromMs) / barCount);
  for (const { matched, times } of tried) {
    for (const { createdAt } of matched) {
      const at = Math.floor((createdAt.getTime() - fromMs) / partMs);
      bars[Math.min(barCount - 1, Math.max(0, at))]! += times;
    }
  }
  return bars;
}

/** Where they were; of a site that brought nothing that it did. */
function siteOfTried({ site, places, matched, times, held }: Tried) {
  if (held.length === 0) return [];
  return [{ site, name: siteOf(site).title, places, matched: matched.length * times }];
}

/** How many mails it would have been, by rhythm. Of what a part is held of: one whenever there is one, if there are enough for that. */
function mailsOf(
  tried: readonly Tried[],
  { subscriptionStatus, ...schedule }: Account,
  hours: number,
): PreviewAnswer["preview"]["mails"] {
  const { realtimeEveryMs } = planOf(subscriptionStatus);
  const matched = tried.filter(({ times }) => times === 1).flatMap((one) => one.matched);
  const about = sumOf(tried, (one) => (one.times > 1 ? one.matched.length : 0));
  const atMost = (everyMs: number) => Math.min(about, Math.ceil((hours * hourMs) / everyMs));
  return {
    realtime: Math.max(
      countRealtime(
        matched.map((item) => item.seenAt),
        realtimeEveryMs,
      ),
      atMost(realtimeEveryMs),
    ),
    hourly: Math.max(
      count(matched, (item) => nextSlot("hourly", item.seenAt, schedule)),
      atMost(hourMs),
    ),
    daily: Math.max(
      count(matched, (item) => nextSlot("daily", item.seenAt, schedule)),
      atMost(24 * hourMs),
    ),
  };
}

/** A draft on one site: a place is told by its name alone. */
function ruleOf(
  { keyword, expression, filters }: WatchDraft,
  places: readonly string[],
  authors: AuthorIds | undefined,
): MatchRule {
  const asked = { keyword, expression, authors, places, ...defaultFilters, ...filters };
  return { watchId: draftId, revision: 0, activeSince: new Date(0), ...asked };
}

/** What of a site's items the rule matches, and how many have each of these words: all in one go through the texts. */
async function matchedBy(rule: MatchRule, words: readonly TextLeaf[], held: readonly HeldItem[]) {
  const each = words.map((word, at) => ({ ...rule, watchId: `${at}`, expression: printed(word) }));
  const matcher = new Matcher([rule, ...each]);
  const matched: HeldItem[] = [];
  const met = words.map(() => 0);
  await eachMatch(matcher, held, (item, watchId) => {
    if (watchId === draftId) matched.push(item);
    else met[Number(watchId)]!++;
  });
  return { matched, met };
}

function count(items: readonly HeldItem[], momentOf: (item: HeldItem) => Date): number {
  return new Set(items.map((item) => momentOf(item).getTime())).size;
}

function exampleOf({ kind, site, place, createdAt, content }: HeldItem): ExampleItem {
  const { title, body, url, over18 } = content;
  const shown = body.slice(0, listContentLength);
  const where = inPlace(placeView(site, place));
  return { ...where, title, content: shown, url, kind, createdAt: createdAt.toISOString(), over18 };
}
