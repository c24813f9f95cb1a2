import { bareName } from "../query/fields";
import { getAuthors } from "../reading/item";
import type { ItemField, Term } from "../query/expression";
import type { ItemTexts } from "../query/queried-item";
import type { SearchedText } from "./occurrences";
import { foldKeyword } from "./fold";
import { Reading } from "./reading";
import { hashText } from "./rule-keys";
import { anchorWidth, getHash, windowMask } from "./windows";

/** Every item has this mark. Used for conditions that are too short or can't be marked. */
export const anyMark = 0;
const markBits = 16;
const [, , , three, four, , six] = windowMask;
const space = 0x20;
const reading = new Reading();

/** A 16-bit hash that every item with the term has, and few others. */
export function markOfTerm({ text }: Term): number {
  reading.read(text);
  let from = 0;
  let to = reading.length;
  while (from < to && reading.folded[from] === space) from++;
  while (to > from && reading.folded[to - 1] === space) to--;
  const width = anchorWidth(to - from);
  return width < 3 ? anyMark : markOfWindow(reading.windows[to - 1]! & windowMask[width]!);
}

export function markOfField(field: ItemField, value: string): number {
  if (field === "link") return anyMark;
  if (field === "flair") return markOfTerm({ text: value, isPrefix: false });
  return hashText(field.charCodeAt(0), foldKeyword(value)) >>> (32 - markBits);
}

function markOfWindow(window: number): number {
  return getHash(window) >>> (32 - markBits);
}

/** The marks of the current item. A missing one rejects an expression. Computed on first use. */
export class ItemMarks {
  readonly #bits = new Uint32Array(2 ** (markBits - 5));
  #texts: ItemTexts | null = null;
  #isRead = false;

  begin(texts: ItemTexts): void {
    this.#texts = texts;
    this.#isRead = false;
  }

  get texts(): ItemTexts {
    return this.#texts!;
  }

  /** A bit set with 32 marks per word. Valid only for the current item. */
  read(): Uint32Array {
    if (this.#isRead) return this.#bits;
    this.#isRead = true;
    this.#bits.fill(0);
    this.#add(anyMark);
    const { item, title, body, flair } = this.texts;
    for (const { text } of [...title, ...body]) this.#addText(text);
    if (flair !== null) this.#addText(flair);
    const { place, placeLabel, placeAddress, site, kind, over18, isBot, root } = item;
    for (const author of getAuthors(item)) this.#addField("author", author);
    this.#addField("in", place);
    if (placeLabel !== undefined) this.#addField("in", bareName(placeLabel));
    if (placeAddress !== undefined) this.#addField("in", placeAddress);
    this.#addField("site", site);
    this.#addField("type", kind);
    if (root !== undefined) this.#addField("thread", root);
    if (over18) this.#addField("is", "nsfw");
    if (isBot === true) this.#addField("is", "bot");
    return this.#bits;
  }

  #addField(field: ItemField, value: string): void {
    this.#add(markOfField(field, value));
  }

  #addText(text: SearchedText): void {
    const windows = text.windows();
    for (let at = 2; at < windows.length; at++) {
      const window = windows[at]!;
      this.#add(markOfWindow(window & three!));
      this.#add(markOfWindow(window & four!));
      this.#add(markOfWindow(window & six!));
    }
  }

  #add(mark: number): void {
    this.#bits[mark >>> 5]! |= 1 << (mark & 31);
  }
}

export function hasMark(marks: Uint32Array, mark: number): boolean {
  return (marks[mark >>> 5]! & (1 << (mark & 31))) !== 0;
}
