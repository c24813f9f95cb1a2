import { grouped } from "@/domain/grouped";
import { isAll, placeKey } from "@/domain/reading/place";
import {
  type Expression,
  type FieldLeaf,
  isLeaf,
  type NearLeaf,
  type Term,
  type TextLeaf,
} from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { spellingPattern, spellings } from "@/domain/query/spellings";
import { isUrl } from "@/domain/text/url";
import { joined, sql, type Sql } from "@/server/platform/database";
import { addressHashes, hidesNames } from "@/server/places/hidden-places";
import { sites } from "@/sites/registry";

type Condition = (item: Sql) => Sql;

export interface SearchCriteria {
  q?: string | undefined;
  kind?: "post" | "comment" | undefined;
}

/** OFFSET 0 keeps PostgreSQL from inlining, so texts are lowercased once per row and not once per word. */
export function searchedItemSql({ q }: SearchCriteria, fullname: Sql): Sql {
  const texts =
    q === undefined
      ? sql``
      : sql`, lower(i."title") AS "lowerTitle", lower(i."content") AS "lowerContent", lower(i."text") AS "lowerText"`;
  return sql`SELECT i.*${texts} FROM "Item" i WHERE i."fullname" = ${fullname} OFFSET 0`;
}

/** Items that were deleted at the source still have their kind. */
export function searchedSql({ q, kind }: SearchCriteria): Condition {
  const words = q === undefined ? null : searchSql(q);
  return (item) => {
    const parts = words === null ? [] : [sql`${item}."blankedAt" IS NULL`, words(item)];
    if (kind !== undefined) parts.push(sql`${item}."kind"::text = ${kind}`);
    return joined(parts, " AND ");
  };
}

/** Terms literally, or as an expression. Searches stored texts: one statement for any number of terms. */
function searchSql(q: string): Condition {
  const literal = inTexts(null, (text) => contains(text, q), isPhrase(q));
  const { expression } = parseExpression(q);
  if (expression === null) return literal;
  const meant = partSql(expression);
  if (isImplied(expression, q)) return meant;
  return (item) => sql`(${literal(item)} OR ${meant(item)})`;
}

/** True if a text with the literal words also matches the expression, so one scan is enough. */
function isImplied(part: Expression, q: string): boolean {
  if (part.type === "and") return part.parts.every((one) => isImplied(one, q));
  return part.type === "text" && part.field === null && !part.term.isPrefix && q.includes(part.term.text);
}

function partSql(part: Expression): Condition {
  if (part.type === "not") {
    const inside = partSql(part.part);
    return (item) => sql`NOT ${inside(item)}`;
  }
  if (part.type === "text") return textSql(part);
  if (part.type === "near") return nearSql(part);
  if (isLeaf(part)) return (item) => fieldSql(part, item);
  const parts = part.type === "and" ? part.parts.map(partSql) : alternatives(part.parts);
  const between = part.type === "and" ? " AND " : " OR ";
  return (item) => {
    const conditions = parts.map((one) => one(item));
    return sql`(${joined(conditions, between)})`;
  };
}

/** Words in the same field become one regular expression, which scans a text once. */
function alternatives(parts: readonly Expression[]): Condition[] {
  const isText = (part: Expression): part is TextLeaf => part.type === "text";
  const byField = grouped(parts.filter(isText), ({ field }) => field ?? "any");
  const words = [...byField.values()].map((leaves) => {
    const [first] = leaves as [TextLeaf];
    if (leaves.length === 1) return textSql(first);
    const any = leaves.map(({ term }) => termPattern(term)).join("|");
    const hasPhrase = leaves.some(({ term }) => isPhrase(term.text));
    return inTexts(first.field, (text) => sql`${text} ~ lower(${any}::text)`, hasPhrase);
  });
  return [...words, ...parts.filter((part) => !isText(part)).map(partSql)];
}

/** The pattern can be lowercased, because only the term contains letters. */
function termPattern({ text, isPrefix }: Term): string {
  return isPrefix ? `(?:^|[^[:alnum:]_])${spellingPattern(text)}` : spellingPattern(text);
}

/** Used before a regular expression with the same text, because it is about 30 times as fast. */
function includes(text: Sql, part: string): Sql {
  return sql`strpos(${text}, lower(${part}::text)) > 0`;
}

/** In any spelling, as watches match it. */
function contains(text: Sql, term: string): Sql {
  const { plain, pattern } = spellings(term);
  if (pattern === null) return includes(text, plain);
  return sql`(${includes(text, plain)} AND ${text} ~ lower(${pattern}::text))`;
}

function textSql({ field, term }: TextLeaf): Condition {
  const holds = (text: Sql) =>
    term.isPrefix
      ? sql`(${includes(text, spellings(term.text).plain)} AND ${text} ~ lower(${termPattern(term)}::text))`
      : contains(text, term.text);
  return inTexts(field, holds, isPhrase(term.text));
}

/** True for several words, which can be separated by markup. */
function isPhrase(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/** Matches the rest of a word, up to `within` words, and the start of the other term's word. */
function nearSql({ terms: [one, other], within }: NearLeaf): Condition {
  const between = `\\S*(?:\\s+\\S+){0,${within}}(?:\\s+\\S*)?`;
  const [a, b] = [spellingPattern(one.text), spellingPattern(other.text)];
  const near = `${a}${between}${b}|${b}${between}${a}`;
  const holds = (text: Sql) =>
    sql`(${contains(text, one.text)} AND ${contains(text, other.text)} AND ${text} ~* ${near})`;
  return inTexts(
    null,
    holds,
    [one, other].some(({ text }) => isPhrase(text)),
  );
}

/** Comments also match by their post's title, except with `title:`. `isSeen`: also in the rendered text. */
function inTexts(field: TextLeaf["field"], holds: (text: Sql) => Sql, isSeen = false): Condition {
  return (item) => {
    const [title, source] = [holds(sql`${item}."lowerTitle"`), holds(sql`${item}."lowerContent"`)];
    const body = isSeen ? sql`(${source} OR coalesce(${holds(sql`${item}."lowerText"`)}, FALSE))` : source;
    if (field === "title") return sql`(${item}."kind" = 'post' AND ${title})`;
    return field === "body" ? body : sql`(${title} OR ${body})`;
  };
}

function fieldSql(leaf: FieldLeaf, item: Sql): Sql {
  const { field, value } = leaf;
  switch (field) {
    case "author":
      return sql`(lower(${value}) = ANY(lower(coalesce(${item}."author", '')) || string_to_array(lower(coalesce(${item}."author", '')), '; ')) OR coalesce(${item}."authorId", '') = ${value})`;
    case "in":
      return placeSql(value, item);
    case "site":
      return sql`${item}."site" = ${value}`;
    case "type":
      return sql`${item}."kind"::text = ${value}`;
    case "link":
      return sql`(${includes(sql`${item}."lowerContent"`, value)} AND ${item}."lowerContent" ~* ${linkPattern(value)})`;
    case "thread":
      return sql`${item}."root" IS NOT DISTINCT FROM ${value}`;
    case "is":
      return value === "bot" ? sql`${item}."isBot"` : sql`${item}."over18"`;
    case "flair":
      // Flairs aren't stored, so search for the literal text.
      return inTexts(null, (text) => contains(text, printed(leaf)))(item);
  }
}

function placeSql(value: string, item: Sql): Sql {
  const whole = Object.values(sites).filter(({ title }) => title.toLowerCase() === value.toLowerCase());
  const ids = whole.map(({ id }) => id);
  const columns = { site: sql`${item}."site"`, place: sql`${item}."place"` };
  return sql`(lower(${item}."place") = lower(${value}) OR ${item}."place" = 'all' AND ${item}."site" = ANY(${ids}::text[])
    OR ${writtenAsSql(value, columns)} OR ${titledSql((title) => sql`${title} = lower(${value})`, columns)})`;
}

/** Matches a host or its subdomains, and a path or its subpaths. */
function linkPattern(value: string): string {
  return `(?:https?://|www\\.)(?:[^\\s/?#]*\\.)?${escaped(value)}(?:[^[:alnum:]_.~%-]|[.]?(?:\\s|$))`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

interface PlaceColumns {
  site: Sql;
  place: Sql;
}

/** True if users can write the place's name like this: as a label, or a feed as its URL. */
export function writtenAsSql(text: string, { site, place }: PlaceColumns): Sql {
  // Other sites can have a place at a feed's host.
  const among = Object.values(sites).filter(({ id }) => !isUrl(text) || hidesNames(id));
  const named = among
    .map(({ id, strippedName }) => ({ site: id, name: strippedName(text) }))
    .filter(({ name }) => !isAll(name));
  const hashes = named.filter((one) => hidesNames(one.site)).flatMap(({ name }) => addressHashes(name));
  return sql`(${site} || ':' || lower(${place}) = ANY(${named.map(placeKey)}::text[])
    OR EXISTS (SELECT FROM "PlaceAddress" a WHERE a."site" = ${site} AND a."name" = ${place} AND a."addressHash" = ANY(${hashes}::text[])))`;
}

/** True if a title of the place, from a read or a lookup, meets the condition. */
export function titledSql(meets: (title: Sql) => Sql, { site, place }: PlaceColumns): Sql {
  return sql`EXISTS (
    SELECT FROM (SELECT "site", "name", "title" FROM "Place" UNION ALL SELECT "site", "name", "title" FROM "PlaceLookup") t
    WHERE t."site" = ${site} AND t."name" = lower(${place}) AND ${meets(sql`lower(t."title")`)})`;
}
