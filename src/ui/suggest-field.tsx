"use client";

import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from "react";
import { FieldFrame, fieldAria, inputLook, type FieldTexts } from "./field-frame";
import { Spinner } from "./spinner";

const closeDelayMs = 200;

/** The parent owns the text and the suggestions. Selecting one calls `onPick`; Enter without one submits. */
export function SuggestField({
  label,
  isLabelHidden,
  error,
  hint,
  value,
  onValueChange,
  suggestions,
  onPick,
  onBlur,
  onKeyDown,
  busyLabel,
  above,
  format,
  ref,
  ...rest
}: FieldTexts & {
  value: string;
  onValueChange: (value: string) => void;
  suggestions: readonly string[];
  onPick: (suggestion: string) => void;
  /** Called on blur, except when the user selects a suggestion. */
  onBlur?: () => void;
  /** Keys that the list doesn't handle, such as Backspace in an empty field. */
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  busyLabel?: string;
  /** Chips and invalid entries. Above the input, so the list never covers them. */
  above?: ReactNode;
  format?: (suggestion: string) => ReactNode;
  placeholder?: string;
  name?: string;
  required?: boolean;
  maxLength?: number;
  ref?: Ref<HTMLInputElement>;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const texts = { label, isLabelHidden, error, hint };
  const isShown = isOpen && suggestions.length > 0;
  const at = Math.min(active, suggestions.length - 1);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (isShown && at >= 0) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: "nearest" });
  }, [id, isShown, at]);

  const show = (shown: boolean) => {
    clearTimeout(timer.current);
    setOpen(shown);
    setActive(-1);
  };
  const pick = (suggestion: string) => {
    show(false);
    onPick(suggestion);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      setActive(nextOption(at, step, suggestions.length));
    } else if (isShown && event.key === "Enter" && at >= 0) {
      event.preventDefault();
      pick(suggestions[at]!);
    } else if (isShown && event.key === "Escape") {
      // Escape closes only the list, not the surrounding dialog.
      event.preventDefault();
      event.stopPropagation();
      show(false);
    } else {
      // Submitting the form closes the list.
      if (event.key === "Enter") show(false);
      onKeyDown?.(event);
    }
  };

  return (
    <FieldFrame id={id} {...texts}>
      {above}
      <div className="relative">
        <input
          {...rest}
          {...fieldAria(id, texts)}
          ref={ref}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={`${id}-list`}
          aria-activedescendant={isShown && at >= 0 ? `${id}-${at}` : undefined}
          value={value}
          onChange={(event) => {
            onValueChange(event.target.value);
            show(true);
          }}
          onFocus={() => show(true)}
          onBlur={() => {
            timer.current = setTimeout(() => show(false), closeDelayMs);
            onBlur?.();
          }}
          onKeyDown={press}
          className={`${inputLook} pr-11`}
        />
        <span className="absolute inset-y-0.5 right-0.5 grid w-9 place-items-center text-ink-3" role="status">
          {busyLabel !== undefined && (
            <>
              <Spinner />
              <span className="sr-only">{busyLabel}</span>
            </>
          )}
        </span>
        <ul
          id={`${id}-list`}
          role="listbox"
          // Browsers make scrollable elements tabbable, but this list closes when focused.
          tabIndex={-1}
          aria-label={`${label} suggestions`}
          hidden={!isShown}
          className="absolute inset-x-0 top-[calc(100%+0.375rem)] z-(--z-popover) max-h-49 overflow-auto rounded-[0.625rem] border border-line bg-raised p-1 shadow-2"
        >
          {suggestions.map((suggestion, index) => (
            <li
              key={suggestion}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              // Keeps the focus in the field, so selecting doesn't trigger blur.
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => pick(suggestion)}
              className="flex cursor-pointer items-center justify-between rounded-[0.4375rem] px-2.5 py-[0.4375rem] hover:bg-accent-soft hover:text-accent-text aria-selected:bg-accent-soft aria-selected:text-accent-text pointer-coarse:min-h-11 forced-colors:aria-selected:bg-[Highlight] forced-colors:aria-selected:text-[HighlightText]"
            >
              {format === undefined ? suggestion : format(suggestion)}
            </li>
          ))}
        </ul>
      </div>
    </FieldFrame>
  );
}

/** Wraps around. Without an active option, starts with the first or last. */
function nextOption(at: number, step: 1 | -1, count: number): number {
  if (at < 0) return step === 1 ? 0 : count - 1;
  return (at + step + count) % count;
}
