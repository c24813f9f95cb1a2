import type { PreviewResponse } from "@/contract/preview";
import { defaultFilters, type WatchDraft } from "@/contract/watch";
import { getPlan } from "@/domain/plans/plans";
import { expressionOfWords } from "@/domain/query/watch-words";
import { chipsOfDraft, type NarrowingSuggestion } from "@/domain/query/narrowing";
import type { Account } from "@/server/accounts/statements/accounts";
import { pagesOfItems, type StoredText } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { toBatches } from "./matching/stored-item";
import { eachStored } from "./stored-matches";
import { getRule, sum, type Tried } from "./tried-draft";

/** Matches per site to find words in. Drops suggestions that keep more than `worthShare` of matches. */
const saidBy = 300;
const worthShare = 0.9;
const waysAtMost = 3;

/** Returns the three suggestions that reduce matches most, with the number of remaining ones. */
export async function countNarrowing(
  tasks: TimedTasks,
  { subscriptionStatus }: Account,
  { draft, tried, now }: { draft: WatchDraft; tried: readonly Tried[]; now: Date },
): Promise<PreviewResponse["preview"]["suggestions"]> {
  const filters = { ...defaultFilters, ...draft.filters };
  const sample = await sampleOfMatches(tried, now);
  const suggestions =
    (await tasks.run("findNarrowing", { draft: { ...draft, filters }, matched: sample })) ?? [];
  const { hasFilters } = getPlan(subscriptionStatus);
  const counted = suggestions
    .filter(({ kind }) => kind !== "must-not" || hasFilters)
    .map((way) => ({ way, matched: 0 }));
  const rules = counted.map(({ way }, at) => ({
    ...getRule(drafted(draft, way), ["all"], undefined),
    watchId: `${at}`,
  }));
  for (const { matched, times } of tried) {
    const pages = pagesOfItems(
      matched.map(({ fullname }) => fullname),
      now,
    );
    await eachStored(tasks, rules, pages, (_item, ruleIds) => {
      for (const id of ruleIds) counted[Number(id)]!.matched += times;
    });
  }
  const all = sum(tried, ({ matched }) => matched.length);
  return counted
    .filter(({ matched }) => matched > 0 && matched < all * worthShare)
    .slice(0, waysAtMost)
    .map(({ way, matched }) => ({ kind: way.kind, words: getWords(way), matched }));
}

/** Samples the draft's matches on each site, as many as fit into one task. */
async function sampleOfMatches(tried: readonly Tried[], now: Date): Promise<StoredText[]> {
  const sample: StoredText[] = [];
  for (const { matched } of tried) {
    const fullnames = matched.slice(0, saidBy).map(({ fullname }) => fullname);
    for await (const page of pagesOfItems(fullnames, now)) {
      const [batch = []] = toBatches(page);
      sample.push(...batch);
    }
  }
  return sample;
}

function drafted(draft: WatchDraft, way: NarrowingSuggestion): WatchDraft {
  const { keyword, filters } = draft;
  if (way.kind === "whole-words") return { ...draft, filters: { ...filters, wholeWordOnly: true } };
  if (way.kind === "titles") return { ...draft, filters: { ...filters, matchTitlesOnly: true } };
  if (way.kind === "keyword") return { ...draft, keyword: way.keyword };
  const chips = chipsOfDraft(draft)!;
  const more = { ...chips, mustNot: [...chips.mustNot, ...way.words] };
  return { ...draft, expression: expressionOfWords(keyword, { chips: more, text: null }) };
}

function getWords(way: NarrowingSuggestion): string[] {
  if (way.kind === "keyword") return [way.keyword];
  return way.kind === "must-not" ? way.words : [];
}
