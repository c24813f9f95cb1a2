import {
  type Expression,
  type FieldLeaf,
  isLeaf,
  type NearLeaf,
  type TextLeaf,
} from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { joined, sql, type Sql } from "@/server/platform/database";
import { sites } from "@/sites/registry";

/** What is to hold of an "Item", by the name that it has in a statement. */
type Condition = (item: Sql) => Sql;

/** What is searched for in items: words or an expression, or one kind. */
export interface Sought {
  q?: string | undefined;
  kind?: "post" | "comment" | undefined;
}

/**
 * What is to hold of an "Item", by the name that it has in a statement; of one whose text is gone the kind alone is
 * known.
 */
export function soughtSql({ q, kind }: Sought): Condition {
  const words = q === undefined ? null : searchSql(q);
  return (item) => {
    const parts = words === null ? [] : [sql`${item}."blankedAt" IS NULL`, words(item)];
    if (kind !== undefined) parts.push(sql`${item}."kind"::text = ${kind}`);
    return joined(parts, " AND ");
  };
}

/**
 * That an item has what somebody searches for: the words as they stand there, or what they mean as an expression. Texts are
 * looked through as they are stored, so that a search is one statement however much is held.
 */
function searchSql(q: string): Condition {
  const literal = inTexts(null, (column) => sql`${column} ILIKE ${like(q)}`, isPhrase(q));
  const { expression } = parseExpression(q);
  if (expression === null) return literal;
  const meant = partSql(expression);
  if (isImplied(expression, q)) return meant;
  return (item) => sql`(${literal(item)} OR ${meant(item)})`;
}

/** Whether a text that has these words as they stand has what they mean: then it is looked through once. */
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
  const parts = part.parts.map(partSql);
  const between = part.type === "and" ? " AND " : " OR ";
  return (item) => {
    const conditions = parts.map((one) => one(item));
    return sql`(${joined(conditions, between)})`;
  };
}

function textSql({ field, term: { text, isPrefix } }: TextLeaf): Condition {
  const begun = `(?:^|[^[:alnum:]_])${escaped(text)}`;
  const holds = (column: Sql) =>
    isPrefix
      ? sql`(${column} ILIKE ${like(text)} AND ${column} ~* ${begun})`
      : sql`${column} ILIKE ${like(text)}`;
  return inTexts(field, holds, isPhrase(text));
}

/** True for several words: markup can come between them. */
function isPhrase(text: string): boolean {
  return /\S\s+\S/.test(text);
}

/** The rest of a word, so many words, and a word up to where the other begins. */
function nearSql({ terms: [one, other], within }: NearLeaf): Condition {
  const between = `\\S*(?:\\s+\\S+){0,${within}}(?:\\s+\\S*)?`;
  const [a, b] = [escaped(one.text), escaped(other.text)];
  const near = `${a}${between}${b}|${b}${between}${a}`;
  const both = [like(one.text), like(other.text)];
  const holds = (column: Sql) => sql`(${column} ILIKE ALL(${both}::text[]) AND ${column} ~* ${near})`;
  return inTexts(
    null,
    holds,
    [one, other].some(({ text }) => isPhrase(text)),
  );
}

/**
 * Comments also match by the title of their post, which is shown above them, except with `title:`. `isSeen`: also searches the
 * rendered text without markup.
 */
function inTexts(field: TextLeaf["field"], holds: (column: Sql) => Sql, isSeen = false): Condition {
  return (item) => {
    const [title, source] = [holds(sql`${item}."title"`), holds(sql`${item}."content"`)];
    const body = isSeen ? sql`(${source} OR coalesce(${holds(sql`${item}."text"`)}, FALSE))` : source;
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
      return sql`${item}."content" ~* ${linkPattern(value)}`;
    case "is":
      return sql`${item}."over18"`;
    case "flair":
      // Flairs are not kept: what is written so is looked for as it stands.
      return inTexts(null, (column) => sql`${column} ILIKE ${like(printed(leaf))}`)(item);
  }
}

/** By the name of a place or what it calls itself, all of a site by the site's. */
function placeSql(value: string, item: Sql): Sql {
  const whole = Object.values(sites).filter(({ title }) => title.toLowerCase() === value.toLowerCase());
  const ids = whole.map(({ id }) => id);
  return sql`(lower(${item}."place") = lower(${value}) OR ${item}."place" = 'all' AND ${item}."site" = ANY(${ids}::text[])
    OR EXISTS (SELECT FROM "Place" p WHERE p."site" = ${item}."site" AND p."name" = lower(${item}."place") AND lower(p."title") = lower(${value})))`;
}

/** A host or one of its subdomains, there a path or what is below it. */
function linkPattern(value: string): string {
  return `(?:https?://|www\\.)(?:[^\\s/?#]*\\.)?${escaped(value)}(?:[^[:alnum:]_.~%-]|[.]?(?:\\s|$))`;
}

function like(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}

/** As a part of a regular expression of PostgreSQL's. */
function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
