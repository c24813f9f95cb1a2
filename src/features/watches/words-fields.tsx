import Link from "next/link";
import { useId } from "react";
import type { JudgedExpression } from "@/domain/query/judge";
import { Badge } from "@/ui/badge";
import { QuietButton } from "@/ui/quiet-link";
import { ChipRow } from "./chip-row";
import { ExpressionField } from "./expression-field";
import { ExpressionNotes } from "./expression-notes";
import { FilterRow } from "./filter-row";
import { useSitesOn } from "./sites";
import type { PlaceEntries } from "./use-place-entries";
import { type WatchWordsState, wordRows } from "./use-watch-words";

export interface WordsProps {
  words: WatchWordsState;
  keyword: string;
  onKeyword: (keyword: string) => void;
  /** Null while typing, and without an expression. */
  judged: JudgedExpression | null;
  latest: JudgedExpression | null;
  list: PlaceEntries;
  isPro: boolean;
}

export function WordsSwitch({ words, keyword, onKeyword, isPro }: WordsProps) {
  if (!isPro && words.text !== null) return <Badge look="accent">Pro</Badge>;
  if (!isPro)
    return (
      <span className="flex items-center gap-1.5 text-13 text-ink-3">
        Edit as text <Badge look="accent">Pro</Badge>
      </span>
    );
  if (words.text === null)
    return <QuietButton onClick={() => words.editAsText(keyword)}>Edit as text</QuietButton>;
  if (words.whyNotChips(keyword) !== null) return null;
  return <QuietButton onClick={() => onKeyword(words.backToChips(keyword))}>Back to chips</QuietButton>;
}

export function WordRows({ words, isPro }: Pick<WordsProps, "words" | "isPro">) {
  if (words.text !== null) return null;
  return wordRows.map((row) =>
    isPro ? (
      <ChipRow key={row.list} row={row} words={words} />
    ) : (
      <FilterRow key={row.list} label={row.label}>
        <span className="inline-flex min-h-7 items-center">
          <Badge look="accent">Pro</Badge>
        </span>
      </FilterRow>
    ),
  );
}

export function WordsText({ words, keyword, judged, latest, list, isPro }: WordsProps) {
  const id = useId();
  const sites = useSitesOn().map((site) => site.id);
  const { text } = words;
  const isShown = judged !== null && (text !== null || keyword.trim() !== "");
  const notes = (
    <ExpressionNotes
      id={id}
      judged={isShown ? judged : null}
      latest={latest}
      onTake={isPro && text !== null ? words.setText : undefined}
    />
  );
  return (
    <div className="grid gap-3 empty:hidden">
      {text === null ? (
        notes
      ) : (
        <ExpressionField
          text={text}
          problems={judged?.parsed.text === text.trim() ? judged.problems : []}
          describedBy={id}
          isReadOnly={!isPro}
          known={{ sites, places: list.entries.map(({ label }) => label) }}
          onText={words.setText}
        >
          {notes}
        </ExpressionField>
      )}
      {text !== null && isPro && <StaysText words={words} keyword={keyword} />}
      {!isPro && <FreeNote words={words} />}
    </div>
  );
}

function StaysText({ words, keyword }: Pick<WordsProps, "words" | "keyword">) {
  const why = words.whyNotChips(keyword);
  if (why === null) return null;
  return (
    <p className="text-13 text-ink-3">
      {why} <QuietButton onClick={words.dropAll}>Use just the keyword</QuietButton>
    </p>
  );
}

/** Shown on Free: an existing expression keeps working and can be removed. */
function FreeNote({ words }: Pick<WordsProps, "words">) {
  return (
    <p className="text-13 text-ink-2">
      {words.text === null ? (
        "Extra, required and excluded words, authors and flair are Pro features."
      ) : (
        <>
          Expressions are a Pro feature. This one will keep working.{" "}
          <QuietButton onClick={words.dropAll}>Use just the keyword</QuietButton>
        </>
      )}{" "}
      <Link href="/subscription">Upgrade to Pro</Link>
    </p>
  );
}
