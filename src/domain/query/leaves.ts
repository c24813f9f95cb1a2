import { foldKeyword } from "../matching/fold";
import { type Leaf, nearWords, prefixLength, type Term } from "./expression";
import { getField, fieldValue, isTextField } from "./fields";
import type { ProblemList } from "./problems";
import { isBare, isMinus, quoted, type Range, type Token } from "./tokens";

export interface Placed {
  leaf: Leaf;
  range: Range;
}

const patternSigns = /[\\^$.|?*+()[\]{}]/;

/** Parses a word, phrase or prefix. Reports a problem and returns null if there is no searchable text. */
export function readTerm(token: Token, problems: ProblemList): Term | null {
  const { kind, text } = token;
  if (!token.isClosed) reportUnclosed(token, problems);
  const without = { fix: { from: token.from, to: token.to, text: "" } };
  if (kind === "word" && isMinus(text)) {
    problems.add("lone-minus", token, without);
    return null;
  }
  const folded = foldKeyword(text);
  if (folded === "") {
    problems.add(text.trim() === "" ? "nothing-inside" : "nothing-visible", token, without);
    return null;
  }
  if (kind === "pattern") {
    const [, inside] = /^\/(.*)\//s.exec(text) as unknown as [string, string];
    const instead = { ...without.fix, text: isBare(inside, false) ? inside : quoted(inside) };
    problems.add("pattern", token, patternSigns.test(inside) ? {} : { fix: instead });
  }
  if (kind !== "prefix") return { text: text.trim(), isPrefix: false };
  if ([...folded].length >= prefixLength) return { text, isPrefix: true };
  problems.add("short-prefix", token, { fix: { ...without.fix, text } });
  return { text: `${text}*`, isPrefix: false };
}

export function readValue(name: Token, token: Token, problems: ProblemList): Leaf | null {
  const field = getField(name.text);
  const { text } = token;
  const isSigned = token.isValue && token.kind !== "phrase" && text.length > 1 && isMinus(text.charAt(0));
  if (isSigned && !isMinus(text.charAt(1))) {
    const fix = { from: name.from, to: token.to, text: `-${name.text}:${text.slice(1)}` };
    problems.add("minus-in-value", token, { fix });
    token = { ...token, kind: "phrase" };
  }
  if (isTextField(field)) {
    const term = readTerm(token, problems);
    return term && { type: "text", field, term };
  }
  if (!token.isClosed) reportUnclosed(token, problems);
  const words = `${name.text}:`;
  if (token.kind === "prefix")
    problems.add("star-in-value", token, { words, fix: { from: token.to - 1, to: token.to, text: "" } });
  const read = fieldValue(field, text);
  if ("wrong" in read) {
    const fix = read.meant === undefined ? {} : { fix: { from: token.from, to: token.to, text: read.meant } };
    problems.add("wrong-value", token, { words: read.wrong, ...fix });
    return null;
  }
  if (foldKeyword(read.value) !== "") return { type: "field", field, value: read.value };
  problems.add("no-value", { from: name.from, to: token.to }, { words });
  return null;
}

/** Each NEAR pair becomes its own leaf. `take` consumes the next token if it has the role, or is null. */
export function readNear(
  first: Token,
  take: (what: "sign" | "side") => Token | null,
  problems: ProblemList,
): Placed[] {
  const found: Placed[] = [];
  let left = { token: first, term: readTerm(first, problems) };
  for (let sign = take("sign"), isChained = false; sign !== null; sign = take("sign"), isChained = true) {
    const token = take("side");
    const right = token && { token, term: readTerm(token, problems) };
    if (right === null) problems.add("near-sides", sign, { fix: { from: sign.from, to: sign.to, text: "" } });
    else if (isChained) {
      const again = `${written(left.token)} `;
      problems.add("near-chain", sign, { fix: { from: sign.from, to: sign.from, text: again } });
    }
    const range = { from: left.token.from, to: (token ?? left.token).to };
    const terms = [left.term, right?.term ?? null].filter((term) => term !== null);
    const [one, other] = terms;
    if (other)
      found.push({ leaf: { type: "near", terms: [one!, other], within: readWithin(sign, problems) }, range });
    else if (one) found.push({ leaf: { type: "text", field: null, term: one }, range });
    if (right === null) break;
    left = right;
  }
  return found;
}

function written({ kind, text }: Token): string {
  if (kind === "prefix") return `${text}*`;
  return isBare(text, false) ? text : quoted(text);
}

function readWithin(sign: Token, problems: ProblemList): number {
  const number = /^\d{1,6}$/.test(sign.text) ? Number(sign.text) : Number.NaN;
  const isUsual = Number.isNaN(number);
  const within = isUsual ? nearWords.usual : Math.min(Math.max(number, nearWords.min), nearWords.max);
  const isBare = sign.to - sign.from === "NEAR".length;
  if (within !== number && !isBare) {
    const fix = { from: sign.from, to: sign.to, text: `NEAR/${within}` };
    problems.add("near-number", sign, { fix });
  }
  return within;
}

function reportUnclosed(token: Token, problems: ProblemList): void {
  problems.add("unclosed-quote", token, { fix: { from: token.to, to: token.to, text: '"' } });
}
