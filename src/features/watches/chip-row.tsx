import { Plus } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import { afterPress } from "@/ui/after-press";
import { Chip } from "@/ui/chip";
import { inputLook } from "@/ui/field-frame";
import { QuietButton } from "@/ui/quiet-link";
import { FilterRow } from "./filter-row";
import type { WatchWordsState, WordRow } from "./use-watch-words";

/** Arrow keys move between chips; Backspace and Delete remove one, or the last from an empty input. */
export function ChipRow({ row, words }: { row: WordRow; words: WatchWordsState }) {
  const root = useRef<HTMLDivElement>(null);
  const [isAdding, setAdding] = useState(false);
  const toFocus = useRef<number | null>(null);
  const cancelCommit = useRef(() => {});
  const id = useId();
  const chips = toChips(row, words);

  useEffect(() => () => cancelCommit.current(), []);
  const stops = () => [...(root.current?.querySelectorAll<HTMLElement>("li button, [data-add]") ?? [])];
  // Must be a layout effect: a pending passive effect could run before the chip is gone.
  useLayoutEffect(() => {
    if (toFocus.current === null) return;
    const all = stops();
    all[Math.min(toFocus.current, all.length - 1)]?.focus();
    toFocus.current = null;
  });

  const remove = (at: number) => {
    const chip = chips[at];
    if (chip === undefined) return;
    words.remove(chip.list, chip.value);
    toFocus.current = at;
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const all = stops();
    const at = all.indexOf(event.target as HTMLElement);
    const input = event.target instanceof HTMLInputElement ? event.target : null;
    const isAtStart = input === null || (input.selectionStart === 0 && input.selectionEnd === 0);
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
    if (step !== 0 && isAtStart && (step === -1 || input === null) && at !== -1) {
      event.preventDefault();
      all[at + step]?.focus();
    } else if (event.key === "Backspace" || (event.key === "Delete" && input === null)) {
      if (input !== null && (input.value !== "" || chips.length === 0)) return;
      if (input === null && at >= chips.length) return;
      event.preventDefault();
      if (input === null) remove(at);
      else words.remove(chips.at(-1)!.list, chips.at(-1)!.value);
    }
  };

  return (
    <FilterRow label={row.label}>
      <div
        ref={root}
        className="flex flex-wrap items-center gap-1.5"
        onKeyDown={press}
        onFocus={() => cancelCommit.current()}
        // Moving focus within the row doesn't commit the input.
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!isAdding || currentTarget.contains(relatedTarget)) return;
          cancelCommit.current = afterPress(() => {
            words.commit(row);
            setAdding(false);
          });
        }}
      >
        {chips.length > 0 && (
          <ul aria-label={row.label} className="contents">
            {chips.map(({ list, value, text }, at) => (
              <li key={`${list} ${value}`} className="max-w-full">
                <Chip look="neutral" text={text} removeLabel={`Remove ${text}`} onRemove={() => remove(at)} />
              </li>
            ))}
          </ul>
        )}
        {isAdding ? (
          <RowInput
            id={id}
            row={row}
            words={words}
            onLeave={() => setAdding(false)}
            onShut={() => {
              toFocus.current = chips.length;
            }}
          />
        ) : (
          <QuietButton data-add className="min-h-7 px-1" onClick={() => setAdding(true)}>
            <Plus className="size-4" />
            Add<span className="sr-only"> to “{row.label}”</span>
          </QuietButton>
        )}
      </div>
      {isAdding && (
        <p id={`${id}-hint`} className="mt-1 text-13 text-ink-3">
          {row.hint}
        </p>
      )}
    </FilterRow>
  );
}

function RowInput({
  id,
  row,
  words,
  onLeave,
  onShut,
}: {
  id: string;
  row: WordRow;
  words: WatchWordsState;
  onLeave: () => void;
  onShut: () => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // With an empty input, Enter submits the form.
      if (event.currentTarget.value.trim() === "") return;
      event.preventDefault();
      words.commit(row);
    } else if (event.key === "Escape") {
      // Escape closes only the input, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      words.type(row, "");
      words.commit(row);
      onLeave();
      onShut();
    }
  };
  return (
    <input
      ref={input}
      data-add
      type="text"
      aria-label={row.label}
      aria-describedby={`${id}-hint`}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={200}
      dir="auto"
      value={words.typed[row.list] ?? ""}
      onChange={(event) => words.type(row, event.target.value)}
      onKeyDown={press}
      className={`${inputLook} min-h-8! max-w-64 flex-1 basis-32 py-0.5! pointer-coarse:min-h-11!`}
    />
  );
}

function toChips({ list, excluded }: WordRow, { chips }: WatchWordsState) {
  const shown = (value: string) => (/\s/.test(value) && list !== "authors" ? `“${value}”` : value);
  return [
    ...chips[list].map((value) => ({ list, value, text: shown(value) })),
    ...(excluded === undefined ? [] : chips[excluded]).map((value) => ({
      list: excluded!,
      value,
      text: `not ${shown(value)}`,
    })),
  ];
}
