import { flagValues, itemFields, kindValues, textFields } from "./expression";
import { getField, isFieldName } from "./fields";
import { isBare, quoted, type Range } from "./tokens";

export const fieldNames = [...textFields, ...itemFields];

export interface Completions extends Range {
  options: readonly string[];
}

/** Minimum letters before fields are suggested. A single letter would open the list for every word. */
const minLetters = 2;
const begunField = new RegExp(`(?:^|[\\s(（]-?|^-)([A-Za-z]{${minLetters},})$`);
const begunValue = /([A-Za-z]{2,20}):([^\s()（）:"]*)$/;

/** Returns the fields that start with the word, or the field's values. Null without suggestions. */
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

/** Inserts a completion and returns the new caret position. Values are followed by a space. */
export function completed(
  text: string,
  { from, to }: Range,
  option: string,
): { text: string; caret: number } {
  const behind = text.slice(to);
  const used = option.endsWith(":") || behind.startsWith(" ") ? option : `${option} `;
  return { text: text.slice(0, from) + used + behind, caret: from + used.length };
}

function wordIn(before: string): string {
  return begunField.exec(before)?.[1] ?? "";
}

function isBegunBy(option: string, typed: string): boolean {
  const [bare, started] = [option.replace(/^"/, "").toLowerCase(), typed.toLowerCase()];
  return bare.startsWith(started) && bare !== started;
}

function valuesOf(name: string, { sites, places }: { sites: readonly string[]; places: readonly string[] }) {
  if (!isFieldName(name)) return [];
  switch (getField(name)) {
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
