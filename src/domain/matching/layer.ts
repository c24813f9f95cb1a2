import { unpack } from "./blob";
import { compile, noIdentity } from "./compile";
import { atOnce } from "./compiled";
import type { Match, MatchRule } from "./rule";
import { RuleDraft } from "./rule-draft";
import { RuleSet } from "./rule-set";
import { revisionAt } from "./revisions";
import { findWatchId, watchIdAt } from "./watch-ids";

export interface Layer {
  rules: RuleSet;
  at: (rule: number) => Match;
  /** Returns the rule number of a watch, negative if it has no rule here. */
  find: (watchId: string) => number;
}

/** Creates a layer that keeps the rules in memory, for few or short-lived rules. */
export function getLayer(rules: readonly MatchRule[]): Layer {
  const draft = new RuleDraft(rules.length);
  for (const rule of rules) draft.add(rule);
  const numbers = new Map(rules.map((rule, number) => [rule.watchId, number]));
  return {
    rules: new RuleSet(atOnce(compile(draft, noIdentity))),
    at: (rule) => rules[rule]!,
    find: (watchId) => numbers.get(watchId) ?? -1,
  };
}

export function layerOfBlob(blob: ArrayBuffer): Layer | null {
  const compiled = unpack(blob);
  if (compiled === null) return null;
  const { watchIds } = compiled;
  return {
    rules: new RuleSet(compiled),
    at: (rule) => ({ watchId: watchIdAt(watchIds, rule), revision: revisionAt(compiled, rule) }),
    find: (watchId) => findWatchId(watchIds, watchId),
  };
}
