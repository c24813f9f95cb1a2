import type { Cuts } from "./cuts";

const star = 0x2a;
const underscore = 0x5f;
const tilde = 0x7e;
const space = 0x20;
const notAscii = 0x80;

interface Run {
  unit: number;
  from: number;
  to: number;
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

/** Finds the emphasis of one block by CommonMark's rules. */
export class Emphasis {
  readonly #cuts: Cuts;
  readonly #runs: Run[] = [];

  constructor(cuts: Cuts) {
    this.#cuts = cuts;
  }

  get length(): number {
    return this.#runs.length;
  }

  add(at: number, block: { from: number; to: number }): number {
    const { source } = this.#cuts;
    const unit = source.charCodeAt(at);
    let to = at + 1;
    while (to < block.to && source.charCodeAt(to) === unit) to++;
    const length = to - at;
    if (unit === tilde && length !== 2) return to;
    const before = kindOf(at > block.from ? charBefore(source, at) : "");
    const after = kindOf(to < block.to ? String.fromCodePoint(source.codePointAt(to)!) : "");
    const isLeft = after !== "space" && (after === "word" || before !== "word");
    const isRight = before !== "space" && (before === "word" || after !== "word");
    const isIntraword = unit !== underscore;
    const canOpen = isLeft && (isIntraword || !isRight || before === "sign");
    const canClose = isRight && (isIntraword || !isLeft || after === "sign");
    if (canOpen || canClose) this.#runs.push({ unit, from: at, to, length, canOpen, canClose });
    return to;
  }

  /** Drops the emphasis of the runs from `first` on. They can't be part of any later emphasis. */
  close(first: number): void {
    const runs = this.#runs.splice(first);
    const openers: Run[] = [];
    /** For each kind of closer, the position before which there is no matching opener. */
    const searchedTo = new Map<number, number>();
    for (const run of runs) {
      while (run.canClose && run.from < run.to) {
        const kind = kindOfCloser(run);
        const found = this.#lastFitting(openers, run, searchedTo.get(kind) ?? 0);
        if (found < 0) {
          searchedTo.set(kind, run.from);
          break;
        }
        // Openers in between stay unmatched.
        openers.length = found + 1;
        this.#pair(openers[found]!, run);
        if (openers[found]!.from === openers[found]!.to) openers.pop();
      }
      if (run.canOpen && run.from < run.to) openers.push(run);
    }
  }

  #lastFitting(openers: readonly Run[], closer: Run, from: number): number {
    for (let at = openers.length - 1; at >= 0 && openers[at]!.from >= from; at--) {
      this.#cuts.spend(1);
      if (fits(openers[at]!, closer)) return at;
    }
    return -1;
  }

  #pair(opener: Run, closer: Run): void {
    const isStrong = opener.to - opener.from >= 2 && closer.to - closer.from >= 2;
    const signs = isStrong ? 2 : 1;
    this.#cuts.drop(opener.to - signs, opener.to);
    this.#cuts.drop(closer.from, closer.from + signs);
    opener.to -= signs;
    closer.from += signs;
    this.#cuts.preserveTyped(opener.to, closer.from);
  }
}

function kindOfCloser({ unit, length, canOpen }: Run): number {
  return (unit * 3 + (length % 3)) * 2 + Number(canOpen);
}

function fits(opener: Run, closer: Run): boolean {
  if (opener.unit !== closer.unit) return false;
  const isBoth = opener.canClose || closer.canOpen;
  const isOdd = isBoth && (opener.length + closer.length) % 3 === 0;
  return !isOdd || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

function charBefore(source: string, at: number): string {
  const low = source.charCodeAt(at - 1);
  const isPair = low >= 0xdc00 && low <= 0xdfff && at > 1;
  return isPair ? source.slice(at - 2, at) : source.charAt(at - 1);
}

/** The edges of a block count as white space. */
function kindOf(char: string): "space" | "sign" | "word" {
  if (char === "") return "space";
  const unit = char.charCodeAt(0);
  if (unit < notAscii) {
    if (unit <= space) return "space";
    const isAlphanumeric = (unit >= 0x30 && unit <= 0x39) || ((unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a);
    return isAlphanumeric ? "word" : "sign";
  }
  if (/\s/.test(char)) return "space";
  return /[\p{P}\p{S}]/u.test(char) ? "sign" : "word";
}

export function isEmphasisSign(unit: number): boolean {
  return unit === star || unit === underscore || unit === tilde;
}
