import { storable } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";
import { toMarkdown, toText, webDialect, type WrittenText } from "../markup/markdown";
import { tagLine } from "../tags";
import type { RawEntry } from "./raw-feed";

const maxBody = 100_000;
const maxExtras = 10_000;
/** Longer texts are only compared as prefixes. */
const maxSearched = 20_000;

/** Distinct texts, then media descriptions and tags as paragraphs. `plain` omits the tags. */
export function getTexts(
  raw: RawEntry,
  {
    base,
    links,
    title,
    authors,
  }: { base: string; links: { left: number }; title: string; authors: readonly string[] },
): WrittenText {
  const texts = distinct(raw.texts.map((html) => toMarkdown(html, webDialect({ base, links }))));
  const said = [title, ...authors, ...texts.map(({ plain }) => plain)].map(squeezed);
  const captions = unique(raw.captions.map(toText)).filter((text) => !isSaid(squeezed(text), said));
  const extras = [...captions.map(escapeMarkdown), tagLine(unique(raw.tags.map(toText)))]
    .filter((text) => text !== "")
    .join("\n\n")
    .slice(0, maxExtras);
  const written = texts.map(({ markdown }) => markdown).join("\n\n");
  const body = [written.slice(0, maxBody - extras.length), extras].filter((text) => text !== "").join("\n\n");
  return { markdown: storable(body), plain: [...texts.map(({ plain }) => plain), ...captions].join("\n") };
}

/** Removes texts contained in another text, such as excerpts. */
function distinct(texts: readonly WrittenText[]): WrittenText[] {
  let distinctTexts: { text: WrittenText; words: string; excerpt: string }[] = [];
  for (const text of texts) {
    const words = squeezed(text.plain);
    const excerpt = squeezed(withoutEllipsis(text.plain));
    const others = distinctTexts.map((one) => one.words);
    if (excerpt === "" || isSaid(excerpt, others)) continue;
    distinctTexts = [
      ...distinctTexts.filter((one) => !isSaid(one.excerpt, [words])),
      { text, words, excerpt },
    ];
  }
  return distinctTexts.map(({ text }) => text);
}

function isSaid(words: string, said: readonly string[]): boolean {
  return said.some((one) => (words.length > maxSearched ? one.startsWith(words) : one.includes(words)));
}

/** Removes white space, which differs between versions of a text. */
function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

function withoutEllipsis(plain: string): string {
  const end = plain.slice(-10);
  return plain.slice(0, -10) + end.replace(/(?:\[(?:…|\.{3})\]|…|\.{3})$/, "");
}

function unique(texts: readonly string[]): string[] {
  const found = new Map(texts.map((text) => [text.toLowerCase(), text]));
  return [...found.values()].filter((text) => text !== "");
}
