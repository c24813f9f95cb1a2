import { defaultFilters, type WatchDraft } from "@/contract/watch";
import type { MatchRule } from "@/domain/matching/rule";
import type { AuthorIds } from "@/domain/query/authors";
import type { TextLeaf } from "@/domain/query/expression";
import { printed } from "@/domain/query/printer";
import { getSite } from "@/sites/registry";
import { storedPages } from "@/server/reading/statements/stored-texts";
import type { TimedTasks } from "@/server/threads/run-for-user";
import { eachStored, type MatchedItem } from "./stored-matches";

const draftId = "draft";

/** Matches of a draft among a site's stored items. Each item represents `times` items. */
export interface Tried {
  site: string;
  /** Number of the site's places in the draft. 0: the whole site. */
  places: number;
  stored: number;
  oldestMs: number;
  matched: MatchedItem[];
  hits: number[];
  times: number;
}

/** Matches the draft and each of its words in one pass. */
export async function tryOn(
  tasks: TimedTasks,
  { site, names }: { site: string; names: readonly string[] },
  rules: readonly MatchRule[],
  now: Date,
): Promise<Tried> {
  const known = names.map((name) => name.toLowerCase());
  const isAll = known.includes("all");
  const { sampledOneIn = 1, hasParts } = getSite(site);
  const times = isAll || hasParts !== "whole" ? sampledOneIn : 1;
  const hits = rules.slice(1).map(() => 0);
  const tried: Tried = {
    site,
    places: isAll ? 0 : known.length,
    stored: 0,
    oldestMs: Infinity,
    matched: [],
    hits,
    times,
  };
  await eachStored(tasks, rules, storedPages(getSite(site), isAll ? null : known, now), (item, ruleIds) => {
    tried.stored += 1;
    tried.oldestMs = Math.min(tried.oldestMs, item.createdAt.getTime());
    for (const id of ruleIds) {
      if (id === draftId) tried.matched.push(item);
      else hits[Number(id)]! += 1;
    }
  });
  return tried;
}

export function rulesOfWords(rule: MatchRule, words: readonly TextLeaf[]): MatchRule[] {
  return words.map((word, at) => ({ ...rule, watchId: `${at}`, expression: printed(word) }));
}

export function sum(tried: readonly Tried[], count: (one: Tried) => number): number {
  return tried.reduce((sum, one) => sum + count(one) * one.times, 0);
}

export function getRule(
  { keyword, expression, filters }: Pick<WatchDraft, "keyword" | "expression" | "filters">,
  places: readonly string[],
  authors: AuthorIds | undefined,
): MatchRule {
  const fields = { keyword, expression, authors, places, ...defaultFilters, ...filters };
  return { watchId: draftId, revision: 0, activeSince: new Date(0), ...fields };
}
