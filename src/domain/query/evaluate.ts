import { getAuthors } from "../reading/item";
import { foldKeyword } from "../matching/fold";
import type { Expression, FieldLeaf, Leaf } from "./expression";
import { bareName } from "./fields";
import { leadsTo } from "./links";
import { type QueriedItem, ReadItem, type TermFilters } from "./queried-item";

/** The reference implementation for faster matchers. Ignores the watch's places, kinds and dates. */
export function matchesExpression(
  expression: Expression,
  item: QueriedItem,
  filters: TermFilters = noFilters,
): boolean {
  return isSatisfied(expression, new ReadItem(item, filters));
}

export const noFilters: TermFilters = { wholeWordOnly: false, caseSensitive: false, matchTitlesOnly: false };

/** Like `matchesExpression`, for an item whose text is already parsed. */
export function isSatisfied(expression: Expression, read: ReadItem): boolean {
  switch (expression.type) {
    case "and":
      return expression.parts.every((part) => isSatisfied(part, read));
    case "or":
      return expression.parts.some((part) => isSatisfied(part, read));
    case "not":
      return !isSatisfied(expression.part, read);
    default:
      return leafMatches(expression, read);
  }
}

export function leafMatches(leaf: Leaf, read: ReadItem): boolean {
  if (leaf.type === "text") return read.has(leaf.term, leaf.field);
  return leaf.type === "near" ? read.hasNear(leaf) : fieldMatches(leaf, read);
}

function fieldMatches({ field, value }: FieldLeaf, read: ReadItem): boolean {
  const { item } = read;
  switch (field) {
    case "author":
      return getAuthors(item).some((author) => isSame(author, value));
    case "in":
      return (
        isSame(item.place, value) ||
        isSame(bareName(item.placeLabel ?? ""), value) ||
        (item.placeAddress !== undefined && isSame(item.placeAddress, value))
      );
    case "site":
      return isSame(item.site, value);
    case "flair":
      return item.flair !== undefined && foldKeyword(item.flair).includes(foldKeyword(value));
    case "type":
      return item.kind === value;
    case "link":
      return read.links.some(({ address }) => leadsTo(address, value));
    case "thread":
      return item.root === value;
    case "is":
      return value === "bot" ? item.isBot === true : item.over18;
  }
}

function isSame(one: string, other: string): boolean {
  return foldKeyword(one) === foldKeyword(other);
}
