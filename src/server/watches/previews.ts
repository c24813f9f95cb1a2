import { listContentLength } from "@/contract/notification";
import { inPlace } from "@/contract/place";
import type { ExampleItem, PreviewResponse } from "@/contract/preview";
import type { WatchDraft } from "@/contract/watch";
import { nextDueAt } from "@/domain/delivery/digest-schedule";
import { commonWords, wordsNear } from "@/domain/query/common-words";
import type { TextLeaf } from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { getPlan } from "@/domain/plans/plans";
import { countRealtime } from "@/domain/delivery/realtime";
import { getSite } from "@/sites/registry";
import { knownPlaces } from "@/server/places/hidden-places";
import { learnTitles, resolveTitles } from "@/server/places/place-titles";
import { placeView } from "@/server/places/place-views";
import type { Account } from "@/server/accounts/statements/accounts";
import { pagesOfItems, type StoredText } from "@/server/reading/statements/stored-texts";
import { getItem, type StoredContent } from "./matching/stored-item";
import { countNarrowing } from "./preview-narrowing";
import { fairNumber, isTooMany, type MatchedItem, storedSinceMs, timedTasks } from "./stored-matches";
import { getRule, rulesOfWords, sum, type Tried, tryOn } from "./tried-draft";
import { findAuthors } from "./watch-authors";
import { getProblem } from "./expression-problems";
import { bySite, placesOfDraft } from "./watch-places";

const exampleCount = 5;
/** A watch that matches more than this share of at least `fairNumber` items is too broad. */
const broadShare = 0.5;
const hourMs = 3_600_000;
const histogramLength = 24;

/** Counts, emails and examples from stored items. Partial (`isPartial`) if time runs out. */
export async function previewWatch(
  user: Account,
  draft: WatchDraft,
  now: Date,
  signal?: AbortSignal,
): Promise<PreviewResponse> {
  const places = await knownPlaces(placesOfDraft(draft));
  await learnTitles(places);
  const parsed = parseExpression(draft.expression ?? "");
  const words = wordsNear(parsed);
  const found = await findAuthors({ expression: draft.expression, places, authors: null });
  const tasks = timedTasks(user, signal);
  const tried = await Promise.all(
    bySite(places).map(({ site, names }) => {
      const rule = getRule(draft, names, found.authors?.[site]);
      return tryOn(tasks, { site, names }, [rule, ...rulesOfWords(rule, words)], now);
    }),
  );
  const matches = tried
    .flatMap((one) => one.matched)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  const oldestMs = tried.reduce((min, one) => Math.min(min, one.oldestMs), now.getTime());
  const sinceMs = storedSinceMs(oldestMs, now);
  const hours = Math.ceil((now.getTime() - sinceMs) / hourMs);
  const items = sum(tried, (one) => one.stored);
  const matched = sum(tried, (one) => one.matched.length);
  const existing = tried.reduce((sum, one) => sum + one.stored, 0);
  const read = { stored: existing, items };
  // Warn about common words, or ask for confirmation if the whole draft matches too much.
  const isCommon = (word: TextLeaf) =>
    isTooMany(
      sum(tried, ({ hits }) => hits[words.indexOf(word)]!),
      read,
    );
  const asksFirst = isTooMany(matched, read);
  const suggestions = asksFirst ? await countNarrowing(tasks, user, { draft, tried, now }) : [];
  const problems = [...found.problems, ...commonWords(parsed, isCommon)];
  return {
    preview: {
      ...{ items, hours, matched, storedMatches: matches.length },
      ...(tasks.isPartial && { isPartial: true as const }),
      histogram: histogramFor(tried, sinceMs, now),
      bySite: tried.flatMap(siteOfTried).toSorted((one, other) => other.matched - one.matched),
      problems: problems.map(getProblem),
      ...(tried.some(({ stored: existing, times }) => times > 1 && existing > 0) && {
        isAbout: true as const,
      }),
      isBroad: existing >= fairNumber && matched > items * broadShare,
      share: items === 0 ? 0 : matched / items,
      asksFirst,
      suggestions,
      mails: getMails(tried, user, hours),
      examples: await examplesOf(matches, now),
    },
  };
}

function histogramFor(tried: readonly Tried[], fromMs: number, now: Date): number[] {
  const histogram = Array.from({ length: histogramLength }, () => 0);
  const partMs = Math.max(1, (now.getTime() - fromMs) / histogramLength);
  for (const { matched, times } of tried) {
    for (const { createdAt } of matched) {
      const at = Math.floor((createdAt.getTime() - fromMs) / partMs);
      histogram[Math.min(histogramLength - 1, Math.max(0, at))]! += times;
    }
  }
  return histogram;
}

function siteOfTried({ site, places, matched, times, stored: existing }: Tried) {
  if (existing === 0) return [];
  return [{ site, name: getSite(site).title, places, matched: matched.length * times }];
}

/** Emails by frequency. Sampled sites count as one per interval, up to their number of matches. */
function getMails(
  tried: readonly Tried[],
  { subscriptionStatus, ...schedule }: Account,
  hours: number,
): PreviewResponse["preview"]["mails"] {
  const { realtimeEveryMs } = getPlan(subscriptionStatus);
  const moments = tried
    .filter(({ times }) => times === 1)
    .flatMap((one) => one.matched.map(({ seenAt }) => seenAt));
  const about = sum(tried, (one) => (one.times > 1 ? one.matched.length : 0));
  const atMost = (everyMs: number) => Math.min(about, Math.ceil((hours * hourMs) / everyMs));
  const dueTimes = (frequency: "hourly" | "daily") =>
    countMessages(moments, (moment) => nextDueAt(frequency, moment, schedule));
  return {
    realtime: Math.max(countRealtime(moments, realtimeEveryMs), atMost(realtimeEveryMs)),
    hourly: Math.max(dueTimes("hourly"), atMost(hourMs)),
    daily: Math.max(dueTimes("daily"), atMost(24 * hourMs)),
  };
}

function countMessages(moments: readonly Date[], nextSendAt: (moment: Date) => Date): number {
  let count = 0;
  let dueAt = new Date(0);
  for (const moment of moments.toSorted((one, other) => one.getTime() - other.getTime())) {
    if (moment < dueAt) continue;
    dueAt = nextSendAt(moment);
    count += 1;
  }
  return count;
}

async function examplesOf(newestFirst: readonly MatchedItem[], now: Date): Promise<ExampleItem[]> {
  const fullnames = newestFirst.slice(0, exampleCount).map(({ fullname }) => fullname);
  const found: StoredText[] = [];
  for await (const page of pagesOfItems(fullnames, now)) found.push(...page);
  found.sort((a, b) => fullnames.indexOf(a.fullname) - fullnames.indexOf(b.fullname));
  await resolveTitles(found);
  return found.map(getExample);
}

export function getExample(stored: StoredContent): ExampleItem {
  const { kind, site, place, createdAt, title, body, url, over18 } = getItem(stored);
  const shown = body.slice(0, listContentLength);
  const where = inPlace(placeView(site, place));
  return { ...where, title, content: shown, url, kind, createdAt: createdAt.toISOString(), over18 };
}
