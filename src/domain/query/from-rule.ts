import type { MatchRule } from "../matching/rule";
import { foldKeyword } from "../matching/fold";
import type { Leaf } from "./expression";

/** A watch that looks for its keyword alone, as an expression: the keyword as a phrase. Null where nothing of it can be seen. */
export function expressionOfKeyword({ keyword }: Pick<MatchRule, "keyword">): Leaf | null {
  const text = keyword.trim();
  if (foldKeyword(text) === "") return null;
  return { type: "text", field: null, term: { text, isPrefix: false } };
}
