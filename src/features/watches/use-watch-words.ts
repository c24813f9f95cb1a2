import { useState } from "react";
import type { WatchView } from "@/contract/watch";
import {
  type OtherTerm,
  type ChipList,
  expressionOfWords,
  keywordAlone,
  type WatchWords,
  watchWords,
  withTyped,
  wordsAsChips,
  wordsAsText,
} from "@/domain/query/watch-words";

/** A row of chips: typed words are added to `list`, or to `excluded` if they start with a minus sign. */
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
interface State {
  words: WatchWords;
  typed: Typed;
}

/** `retained` is a restored draft. Without Pro, an expression can only stay unchanged or be removed. */
export function useWatchWords(watch: WatchView | null, isPro: boolean, retained: WatchWords | null) {
  const [start, setStart] = useState<WatchWords>(() => {
    const stored = watch?.expression ?? null;
    return isPro ? watchWords(watch?.keyword ?? "", stored) : { ...keywordAlone, text: stored };
  });
  const [{ words, typed }, put] = useState<State>({
    words: retained ?? start,
    typed: {},
  });
  const whole = wholeOf(words, typed);
  const putChips = (change: (chips: OtherTerm) => OtherTerm) =>
    put((now) => ({ ...now, words: { ...now.words, chips: change(now.words.chips) } }));

  return {
    ...words,
    typed,
    whole,
    isChanged: JSON.stringify(whole) !== JSON.stringify(start),
    markSaved: () => setStart(whole),
    /** Returns the stored expression if the form is unchanged; null if only the keyword is searched. */
    expressionFor: (keyword: string): string | null =>
      whole === start && keyword.trim() === (watch?.keyword ?? "")
        ? (watch?.expression ?? null)
        : expressionOfWords(keyword.trim(), whole),
    /** Trim the start, so positions in the text equal positions in the expression. */
    setText: (text: string) => put({ words: { ...words, text: text.trimStart() }, typed: {} }),
    type: ({ list }: WordRow, text: string) =>
      put((now) => ({ ...now, typed: { ...now.typed, [list]: text } })),
    commit: (row: WordRow) => put((now) => committed(now, row)),
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
    whyNotChips: (keyword: string): string | null => {
      const read = wordsAsChips(keyword, words.text ?? "");
      return "why" in read ? read.why : null;
    },
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

function committed({ words, typed }: State, row: WordRow): State {
  const { [row.list]: text = "", ...rest } = typed;
  return { words: text === "" ? words : { ...words, chips: withTyped(words.chips, row, text) }, typed: rest };
}

/** Includes text that hasn't been committed to a chip yet. */
function wholeOf(words: WatchWords, typed: Typed): WatchWords {
  if (words.text !== null || Object.keys(typed).length === 0) return words;
  const chips = wordRows.reduce((all, row) => withTyped(all, row, typed[row.list] ?? ""), words.chips);
  return { ...words, chips };
}
