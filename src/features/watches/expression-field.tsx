import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { completed, type Completions, completionsAt, fieldNames } from "@/domain/query/completions";
import { parseExpression } from "@/domain/query/parse";
import type { Problem } from "@/domain/query/problems";
import { highlightedSegments, type SegmentStyle } from "./colored-text";

const looks: Record<SegmentStyle, string> = {
  // Emboldened with a stroke, because a bold face could be wider and misplace the caret.
  wanted: "text-ink [-webkit-text-stroke:0.035em]",
  excluded: "text-ink-3",
  sign: "text-accent-text",
  plain: "",
};
const faults = { error: "decoration-bad", warning: "decoration-warn" } as const;
const insertable = [...fieldNames.filter((name) => name !== "is").map((name) => `${name}:`), "NEAR/5"];
/** The textarea and the colored text behind it must align exactly. */
const lettering =
  "col-start-1 row-start-1 px-3 py-1.5 font-mono text-14 leading-7 whitespace-pre-wrap wrap-anywhere pointer-coarse:text-16";

export function ExpressionField({
  text,
  problems,
  describedBy,
  isReadOnly,
  known,
  onText,
  children,
}: {
  text: string;
  /** Empty while the user is typing. */
  problems: readonly Problem[];
  describedBy: string;
  isReadOnly: boolean;
  known: { sites: readonly string[]; places: readonly string[] };
  onText: (text: string) => void;
  children: ReactNode;
}) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<number | null>(null);
  const [offer, setOffer] = useState<Completions | null>(null);
  const [active, setActive] = useState(-1);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  }, [text]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [id, active]);

  const put = (next: { text: string; caret: number }, offered: Completions | null) => {
    caret.current = next.caret;
    onText(next.text);
    field.current?.focus();
    setOffer(offered);
    setActive(-1);
  };
  const pick = (option: string) => {
    if (offer === null) return;
    const next = completed(text, offer, option);
    put(next, completionsAt(next.text, next.caret, known));
  };
  const insert = (chunk: string) => {
    const { selectionStart: from, selectionEnd: to } = field.current!;
    const gap = /[^\s(（-]$/.test(text.slice(0, from)) ? " " : "";
    const added = `${gap}${chunk}${chunk.endsWith(":") ? "" : " "}`;
    const next = { text: text.slice(0, from) + added + text.slice(to), caret: from + added.length };
    put(next, completionsAt(next.text, next.caret, known));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (offer !== null && step !== 0) {
      event.preventDefault();
      const count = offer.options.length;
      setActive(active < 0 ? (step === 1 ? 0 : count - 1) : (active + step + count) % count);
    } else if (offer !== null && event.key === "Escape") {
      // Escape closes only the list, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      setOffer(null);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (offer !== null && active >= 0) pick(offer.options[active]!);
      else event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <div className="grid gap-2">
      <div className="relative">
        <div className="grid min-h-18 cursor-text rounded-md border border-line-strong bg-surface focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent has-aria-invalid:border-bad">
          <Colored text={text} problems={problems} />
          <textarea
            ref={field}
            rows={1}
            aria-label="Filters as text"
            aria-describedby={describedBy}
            aria-invalid={problems.some(({ severity }) => severity === "error") || undefined}
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-activedescendant={offer !== null && active >= 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            readOnly={isReadOnly}
            value={text}
            onChange={({ target }) => {
              // The expression is a single logical line; any whitespace just separates words.
              const typed = target.value.replace(/[\r\n]+/g, " ");
              onText(typed);
              setOffer(completionsAt(typed, target.selectionStart, known));
              setActive(-1);
            }}
            onBlur={() => setOffer(null)}
            onKeyDown={press}
            className={`${lettering} m-0 resize-none overflow-hidden border-0 bg-transparent text-transparent caret-ink focus:outline-none forced-colors:text-[CanvasText]`}
          />
        </div>
        <Offer id={id} offer={offer} active={active} onPick={pick} />
      </div>
      {children}
      {!isReadOnly && (
        <div role="group" aria-label="Insert a field" className="flex flex-wrap gap-1">
          {insertable.map((chunk) => (
            <button
              key={chunk}
              type="button"
              // Don't move the caret.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(chunk)}
              className="min-h-6 rounded-sm bg-sunken px-1.5 font-mono text-13 text-accent-text hover:bg-line pointer-coarse:min-h-11"
            >
              {chunk}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Colored({ text, problems }: { text: string; problems: readonly Problem[] }) {
  return (
    <div aria-hidden="true" dir="auto" className={`${lettering} pointer-events-none forced-colors:invisible`}>
      {highlightedSegments(text, parseExpression(text).tokens, problems).map(
        ({ text: chunk, look, fault }, at) => (
          <span
            key={at}
            className={`${looks[look]} ${fault === null ? "" : `underline decoration-wavy underline-offset-4 ${faults[fault]}`}`}
          >
            {chunk}
          </span>
        ),
      )}
      {/* A zero-width space gives an empty last line its height. */}
      {"\u200b"}
    </div>
  );
}

function Offer({
  id,
  offer,
  active,
  onPick,
}: {
  id: string;
  offer: Completions | null;
  active: number;
  onPick: (option: string) => void;
}) {
  return (
    <ul
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label="Fields and values"
      hidden={offer === null}
      className="absolute top-[calc(100%+0.25rem)] left-0 z-(--z-popover) max-h-49 min-w-40 overflow-auto rounded-[0.625rem] border border-line bg-raised p-1 shadow-2"
    >
      {offer?.options.map((option, at) => (
        <li
          key={option}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === active}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
          className="cursor-pointer rounded-[0.4375rem] px-2.5 py-1 font-mono text-13 hover:bg-accent-soft hover:text-accent-text aria-selected:bg-accent-soft aria-selected:text-accent-text pointer-coarse:min-h-11 forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
        >
          {option}
        </li>
      ))}
    </ul>
  );
}
