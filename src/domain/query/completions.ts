import { flagValues, itemFields, kindValues, textFields } from "./expression";
import { fieldOf, isFieldName } from "./fields";
import { isBare, quoted, type Range } from "./tokens";

/** All that can stand before a colon. */
export const fieldNames = [...textFields, ...itemFields];

/** What can follow where somebody writes; taken, it stands in place of the range. */
export interface Completions extends Range {
  options: readonly string[];
}

/** Letters after which a field is suggested: one would be in the way of every word. */
const leastLetters = 2;
const begunField = new RegExp(`(?:^|[\\s(（]-?|^-)([A-Za-z]{${leastLetters},})$`);
const begunValue = /([A-Za-z]{2,20}):([^\s()（）:"]*)$/;

/** The fields that begin as what is written before the caret, or the values that the field before it takes; null where there are none. */
export function completionsAt(
  text: string,
  caret: number,
  known: { sites: readonly string[]; places: readonly string[] },
): Completions | null {
  const before = text.slice(0, caret);
  const value = begunValue.exec(before);
  const [found, typed] =
    value === null
      ? [
          begunField.exec(before)?.[1] === undefined ? [] : fieldNames.map((name) => `${name}:`),
          wordIn(before),
        ]
      : [valuesOf(value[1]!.toLowerCase(), known), value[2]!];
  const options = found.filter((one) => isBegunBy(one, typed));
  return options.length === 0 ? null : { from: caret - typed.length, to: caret, options };
}

/** The text with a completion taken, and where the caret is then: behind it, a value with a blank. */
export function completed(
  text: string,
  { from, to }: Range,
  option: string,
): { text: string; caret: number } {
  const behind = text.slice(to);
  const taken = option.endsWith(":") || behind.startsWith(" ") ? option : `${option} `;
  return { text: text.slice(0, from) + taken + behind, caret: from + taken.length };
}

function wordIn(before: string): string {
  return begunField.exec(before)?.[1] ?? "";
}

function isBegunBy(option: string, typed: string): boolean {
  const [bare, begun] = [option.replace(/^"/, "").toLowerCase(), typed.toLowerCase()];
  return bare.startsWith(begun) && bare !== begun;
}

function valuesOf(name: string, { sites, places }: { sites: readonly string[]; places: readonly string[] }) {
  if (!isFieldName(name)) return [];
  switch (fieldOf(name)) {
    case "site":
      return sites;
    case "type":
      return kindValues;
    case "is":
      return flagValues;
    case "in":
      return places.map((place) => (isBare(place, false) ? place : quoted(place)));
    default:
      return [];
  }
}
