import { type Expression, type FieldLeaf, isLeaf, type NearLeaf } from "@/domain/query/expression";
import type { QueriedItem, TermFilters } from "@/domain/query/queried-item";
import { asRead, partsFor, placesByForce } from "../matching/oracle";

/**
 * Brute-force reference implementation, based on the keyword oracle and on testing all pairs of positions.
 */
export function matchesByForce(expression: Expression, item: QueriedItem, filters: TermFilters): boolean {
  const part = (one: Expression) => matchesByForce(one, item, filters);
  if (expression.type === "not") return !part(expression.part);
  if (!isLeaf(expression)) {
    const stored = expression.parts.filter(part).length;
    return expression.type === "and" ? stored === expression.parts.length : stored > 0;
  }
  if (expression.type === "field") return fieldByForce(expression, item);
  const texts = [
    ...(item.kind === "post" && item.isUntitled !== true ? [{ field: "title", text: item.title }] : []),
    ...(filters.matchTitlesOnly ? [] : [{ field: "body", text: item.body }]),
  ];
  return texts.some(({ field, text }) => {
    // NEAR needs a part in which both terms are searched.
    const parts = (keyword: string) => (field === "body" ? partsFor(text, keyword) : [text]);
    if (expression.type === "near") {
      const [some, others] = expression.terms.map((term) => parts(term.text)) as [string[], string[]];
      return some.some((part) => others.includes(part) && isNear([...asRead(part)], expression, filters));
    }
    const { field: wanted, term } = expression;
    if ((wanted ?? field) !== field) return false;
    const how = { ...filters, isPrefix: term.isPrefix };
    return parts(term.text).some((part) => placesByForce([...asRead(part)], term.text, how).length > 0);
  });
}

function isNear(read: readonly string[], { terms, within }: NearLeaf, filters: TermFilters): boolean {
  const [ones, others] = terms.map(({ text, isPrefix }) =>
    placesByForce(read, text, { ...filters, isPrefix }),
  ) as [[number, number][], [number, number][]];
  return ones.some(([from, to]) =>
    others.some(([start, end]) => {
      if (from < end && start < to) return false;
      const between = to <= start ? read.slice(to, start) : read.slice(end, from);
      return between.filter((char) => char === " ").length - 1 <= within;
    }),
  );
}

function fieldByForce({ field, value }: FieldLeaf, item: QueriedItem): boolean {
  const is = (text: string) => text.toLowerCase() === value.toLowerCase();
  const link = new RegExp(`(?:^|[/.])${value.replaceAll(".", "\\.")}(?:$|[/?#&.) ])`, "i");
  return {
    author: is(item.author ?? ""),
    in: is(item.place) || is((item.placeLabel ?? "").replace(/^r\//, "")),
    site: is(item.site),
    flair: (item.flair ?? "").toLowerCase().includes(value.toLowerCase()),
    type: is(item.kind),
    link: [...item.body.split(/\s/), item.link ?? ""].some((word) => /https?:/.test(word) && link.test(word)),
    is: value === "bot" ? item.isBot === true : item.over18,
    thread: item.root === value,
  }[field];
}
