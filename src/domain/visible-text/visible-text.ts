import { seam, sourceSeam } from "../matching/characters";
import { resolveReference, type Spans } from "../matching/clean";
import { Blocks } from "./blocks";
import { Cuts } from "./cuts";

const seamText = String.fromCharCode(seam);
const sourceSeamText = String.fromCharCode(sourceSeam);
const noncharacters = new RegExp(`[${sourceSeamText}${seamText}]`, "g");

/** Visible text, link targets and tags, then words as typed so `__init__` matches. Seams separate them. */
export function matchedText(source: string, spans?: Spans): string {
  const cuts = cutsOf(source);
  const builder = new Builder(cuts.source, spans);
  cuts.eachSeen((from, to) => builder.add(from, to, " "));
  for (let at = 0; at < cuts.apart.length; at += 2) {
    builder.add(cuts.apart[at]!, cuts.apart[at]!, seamText);
    builder.add(cuts.apart[at]!, cuts.apart[at + 1]!);
  }
  cuts.eachTyped((from, to) => {
    builder.add(from, from, sourceSeamText);
    builder.add(from, to);
  });
  return builder.text();
}

const escapes = /\\([!-/:-@[-`{-~])|&(?:[a-z]+|#x?[0-9a-f]+);/gi;

/** Returns a Markdown source as plain text for display: without markup, one line per block. */
export function seenText(source: string): string {
  const cuts = cutsOf(source);
  const builder = new Builder(cuts.source);
  cuts.eachSeen((from, to) => builder.add(from, to, " "));
  return builder
    .text()
    .replace(/^ {0,3}#{1,6} +/gm, "")
    .replace(/\n{2,}/g, "\n")
    .replace(escapes, (noisy, escaped?: string) => escaped ?? resolveReference(noisy))
    .trim();
}

/** Returns a function for the visible text of a range, or the source of a hidden range. */
export function seenIn(source: string): (start: number, end: number) => string {
  const seen: [from: number, to: number][] = [];
  cutsOf(source).eachSeen((from, to) => seen.push([from, to]));
  return (start, end) => {
    const parts = seen.map(([from, to]) =>
      source.slice(Math.max(from, start), Math.max(start, Math.min(to, end))),
    );
    return parts.join("") || source.slice(start, end);
  };
}

function cutsOf(source: string): Cuts {
  const cuts = new Cuts(source.replace(noncharacters, "\ufffd"));
  new Blocks(cuts).scan();
  return cuts;
}

class Builder {
  readonly #source: string;
  readonly #spans: Spans | undefined;
  readonly #parts: string[] = [];

  constructor(source: string, spans?: Spans) {
    this.#source = source;
    this.#spans = spans;
  }

  /** Adds a range of the source, or `instead` if the range is empty. */
  add(from: number, to: number, instead = ""): void {
    this.#parts.push(from === to ? instead : this.#source.slice(from, to));
    if (this.#spans === undefined) return;
    const { starts, ends } = this.#spans;
    if (from === to && instead !== "") {
      starts.push(from);
      ends.push(from);
    }
    for (let at = from; at < to; at++) {
      starts.push(at);
      ends.push(at + 1);
    }
  }

  text(): string {
    return this.#parts.join("");
  }
}
