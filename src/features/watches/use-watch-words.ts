import { useState } from "react";
import type { WatchView } from "@/contract/watch";
import {
  type BesideKeyword,
  type ChipList,
  expressionOfWords,
  keywordAlone,
  type WatchWords,
  watchWords,
  withTyped,
  wordsAsChips,
  wordsAsText,
} from "@/domain/query/watch-words";

/** A row of chips: what is typed into it goes into `list`, or with a minus before it into `excluded`. */
export interface WordRow {
  list: ChipList;
  excluded?: ChipList;
  label: string;
  hint: string;
}

const wordHint =
  "Words or phrases, separated by commas. End a word with * to match anything that starts with it.";
export const wordRows: readonly WordRow[] = [
  { list: "also", label: "Or any of", hint: wordHint },
  { list: "must", label: "Must include", hint: wordHint },
  { list: "mustNot", label: "Exclude", hint: wordHint },
  {
    ...{ list: "authors", excluded: "notAuthors" },
    label: "Authors",
    hint: "Usernames, separated by commas. Put “not” before a name to exclude it.",
  },
  { list: "flair", label: "Flair", hint: "Text in the post's flair." },
];

type Typed = Partial<Record<ChipList, string>>;

/** What the watch is to look for beside its keyword, as it is edited. Without Pro an expression stays as it is, or goes. It begins with what was kept. */
export function useWatchWords(watch: WatchView | null, isPro: boolean, kept: WatchWords | null) {
  const [start] = useState<WatchWords>(() => {
    const stored = watch?.expression ?? null;
    return isPro ? watchWords(watch?.keyword ?? "", stored) : { ...keywordAlone, text: stored };
  });
  const [{ words, typed }, put] = useState<{ words: WatchWords; typed: Typed }>({
    words: kept ?? start,
    typed: {},
  });
  const whole = wholeOf(words, typed);
  const putChips = (change: (chips: BesideKeyword) => BesideKeyword) =>
    put((now) => ({ ...now, words: { ...now.words, chips: change(now.words.chips) } }));

  return {
    ...words,
    typed,
    whole,
    isChanged: whole !== start,
    /** Of what was not touched as it is stored; null where the keyword alone is looked for. */
    expressionFor: (keyword: string): string | null =>
      whole === start && keyword.trim() === (watch?.keyword ?? "")
        ? (watch?.expression ?? null)
        : expressionOfWords(keyword.trim(), whole),
    /** Nothing stands before it, so that places in the text are places in the expression. */
    setText: (text: string) => put({ words: { ...words, text: text.trimStart() }, typed: {} }),
    type: ({ list }: WordRow, text: string) =>
      put((now) => ({ ...now, typed: { ...now.typed, [list]: text } })),
    /** What is typed in a row becomes chips. */
    commit: (row: WordRow) =>
      put((now) => {
        const { [row.list]: text = "", ...rest } = now.typed;
        const chips = withTyped(now.words.chips, row, text);
        return { words: text === "" ? now.words : { ...now.words, chips }, typed: rest };
      }),
    leaveOut: (more: readonly string[]) =>
      words.text === null
        ? putChips((chips) => ({ ...chips, mustNot: [...chips.mustNot, ...more] }))
        : put({
            words: { ...words, text: [`(${words.text})`, ...more.map((one) => `-${one}`)].join(" ") },
            typed: {},
          }),
    remove: (list: ChipList, text: string) =>
      putChips((chips) => ({ ...chips, [list]: chips[list].filter((one) => one !== text) })),
    editAsText: (keyword: string) => put({ words: wordsAsText(keyword.trim(), whole), typed: {} }),
    /** Null, or why chips can't say what the text says. */
    whyNotChips: (keyword: string): string | null => {
      const read = wordsAsChips(keyword, words.text ?? "");
      return "why" in read ? read.why : null;
    },
    /** What the keyword is then. */
    backToChips: (keyword: string): string => {
      const read = wordsAsChips(keyword, words.text ?? "");
      if ("why" in read) return keyword;
      put({ words: { chips: read.chips, text: null }, typed: {} });
      return read.keyword;
    },
    dropAll: () => put({ words: keywordAlone, typed: {} }),
  };
}

export type WatchWordsState = ReturnType<typeof useWatchWords>;

/** What is being typed into rows counts already. */
function wholeOf(words: WatchWords, typed: Typed): WatchWords {
  if (words.text !== null || Object.keys(typed).length === 0) return words;
  const chips = wordRows.reduce((all, row) => withTyped(all, row, typed[row.list] ?? ""), words.chips);
  return { ...words, chips };
}
