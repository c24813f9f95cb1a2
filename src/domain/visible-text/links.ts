import type { Cuts } from "./cuts";

const maxTarget = 2_000;
const maxTitle = 1_000;
const maxLabel = 200;
const maxParentheses = 32;

export interface Definitions {
  links: ReadonlySet<string>;
  notes: ReadonlySet<string>;
  /** The end of each link definition by the position of its bracket. */
  ends: ReadonlyMap<number, number>;
}

const none: Definitions = { links: new Set(), notes: new Set(), ends: new Map() };
const definitions = /^([ >]{0,12})\[(\^?)([^\]\n]{1,200})\]:[ \t]*(?=\S)/gm;

export function definitionsIn(cuts: Cuts): Definitions {
  if (!cuts.source.includes("]:")) return none;
  const links = new Set<string>();
  const notes = new Set<string>();
  const ends = new Map<number, number>();
  for (const { 0: start, 1: indent, 2: sign, 3: label, index } of cuts.source.matchAll(definitions)) {
    const end = sign === "" ? endOfDefinition(cuts, index + start.length) : -1;
    if (sign !== "") notes.add(sameLabel(label!));
    else if (end >= 0) {
      links.add(sameLabel(label!));
      ends.set(index + indent!.length, end);
    }
  }
  return { links, notes, ends };
}

/**
 * Parses a definition from its target on. Returns -1 if more than a target and a title follows the label, as
 * in `[EDIT]: we moved to Acme`, which is an ordinary paragraph.
 */
function endOfDefinition(cuts: Cuts, from: number): number {
  const { source } = cuts;
  const targetEnd = endOfTarget(cuts, from, source.length);
  if (targetEnd <= from) return -1;
  const lineEnd = endOfBlankLine(cuts, targetEnd);
  // The title can be on the next line. Otherwise the next line is a paragraph.
  const titleFrom = skipBlanksOfLine(cuts, lineEnd < 0 ? targetEnd : lineEnd + 1);
  if (titleFrom === targetEnd || !isQuote(source, titleFrom)) return lineEnd;
  const titleEnd = endOfTitle(cuts, titleFrom, source.length);
  return Math.max(lineEnd, titleEnd < 0 ? -1 : endOfBlankLine(cuts, titleEnd));
}

export function sameLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}

/** The part of a link after its text: its end, and its target's range, which is empty for a reference. */
export interface LinkTail {
  end: number;
  targetFrom: number;
  targetTo: number;
}

/** Parses a link's tail, `(target "title")`, from its parenthesis on. Returns null if it is invalid. */
export function inlineTail(cuts: Cuts, at: number, to: number): LinkTail | null {
  const { source } = cuts;
  const targetFrom = skipBlanks(source, at + 1, to);
  const targetEnd = endOfTarget(cuts, targetFrom, to);
  if (targetEnd < 0) return null;
  let next = skipBlanks(source, targetEnd, to);
  let targetTo = targetEnd;
  if (next > targetEnd && next < to && isQuote(source, next)) {
    targetTo = endOfTitle(cuts, next, to);
    if (targetTo < 0) return null;
    next = skipBlanks(source, targetTo, to);
  }
  return next < to && source.charAt(next) === ")" ? { end: next + 1, targetFrom, targetTo } : null;
}

/** Parses a reference's tail: `[label]`, `[]` or nothing. Returns null if the label is not defined. */
export function referenceTail(
  cuts: Cuts,
  { links }: Definitions,
  text: { from: number; to: number },
  to: number,
): LinkTail | null {
  if (links.size === 0) return null;
  const { source } = cuts;
  const at = text.to + 1;
  const isFull = at < to && source.charAt(at) === "[";
  const end = isFull ? source.slice(at, Math.min(to, at + maxLabel)).indexOf("]") + at : at;
  if (isFull && end > at + 1 && cuts.spend(end - at))
    return links.has(sameLabel(source.slice(at + 1, end)))
      ? { end: end + 1, targetFrom: end, targetTo: end }
      : null;
  if (text.to - text.from > maxLabel || !cuts.spend(text.to - text.from)) return null;
  if (!links.has(sameLabel(source.slice(text.from, text.to)))) return null;
  const last = isFull && end === at + 1 ? end + 1 : at;
  return { end: last, targetFrom: last, targetTo: last };
}

/** Returns -1 if the target is invalid. */
function endOfTarget(cuts: Cuts, from: number, to: number): number {
  const { source } = cuts;
  const last = Math.min(to, from + maxTarget);
  const isAngled = source.charAt(from) === "<" && from < to;
  let open = 0;
  let at = isAngled ? from + 1 : from;
  for (; at < last && cuts.spend(1); at++) {
    const char = source.charAt(at);
    if (char === "\\" && source.charAt(at + 1) > " ") at++;
    else if (isAngled) {
      if (char === ">") return at + 1;
      if (char === "<" || char === "\n") return -1;
    } else if (char <= " ") return open > 0 ? -1 : at;
    else if (char === "(" && ++open > maxParentheses) return -1;
    else if (char === ")" && --open < 0) return at;
  }
  return at === source.length && !isAngled && open === 0 ? at : -1;
}

function isQuote(source: string, at: number): boolean {
  return at < source.length && "\"'(".includes(source.charAt(at));
}

/** Returns -1 if the title isn't closed before a blank line. */
function endOfTitle(cuts: Cuts, from: number, to: number): number {
  const { source } = cuts;
  const close = source.charAt(from) === "(" ? ")" : source.charAt(from);
  const last = Math.min(to, from + maxTitle);
  let isBlankLine = false;
  for (let at = from + 1; at < last && cuts.spend(1); at++) {
    const char = source.charAt(at);
    if (char === "\n" && isBlankLine) return -1;
    if (char === "\\" && source.charAt(at + 1) > " ") at++;
    else if (char === close) return at + 1;
    isBlankLine = char === "\n" || (isBlankLine && (char <= " " || char === ">"));
  }
  return -1;
}

function skipBlanks(source: string, from: number, to: number): number {
  let at = from;
  while (at < to && source.charCodeAt(at) <= 0x20) at++;
  return at;
}

function skipBlanksOfLine(cuts: Cuts, from: number): number {
  let at = from;
  while (/[^\S\n]/.test(cuts.source.charAt(at)) && cuts.spend(1)) at++;
  return at;
}

/** Returns the end of the line if only white space follows `from`, otherwise -1. */
function endOfBlankLine(cuts: Cuts, from: number): number {
  const { source } = cuts;
  const end = skipBlanksOfLine(cuts, from);
  return end === source.length || source.charAt(end) === "\n" ? end : -1;
}
