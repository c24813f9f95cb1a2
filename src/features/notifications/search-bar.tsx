import { Search, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { expressionLimits } from "@/domain/query/expression";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Kbd } from "@/ui/kbd";
import { useScreen } from "./screen-context";
import { focusChosen } from "./selection-store";

const SearchNotes = lazy(() => import("./search-notes"));

/** Debounce before searching. */
const typingMs = 300;

export function SearchBar() {
  const { view, go } = useScreen();
  const [typed, setTyped] = useState(view.q);
  const [known, setKnown] = useState(view.q);
  /** The last search started here. The screen can show it after the user has typed more. */
  const [started, setStarted] = useState<string | null>(null);
  const [isFocused, setFocused] = useState(false);
  if (view.q !== known) {
    setKnown(view.q);
    setStarted(null);
    if (view.q !== typed.trim() && view.q !== started) setTyped(view.q);
  }
  useEffect(() => {
    if (typed.trim() === view.q) return;
    const timer = setTimeout(() => {
      setStarted(typed.trim());
      go(() => ({ page: 1, q: typed.trim() }), true);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [typed, view.q, go]);

  const start = (q: string) => {
    setStarted(q);
    go(() => ({ page: 1, q }));
  };
  const field = useRef<HTMLInputElement>(null);
  // The pressed button disappears, so the field takes the focus.
  const press = (q: string) => {
    field.current?.focus();
    setTyped(q);
    start(q);
  };
  const clear = () => press("");
  const hasNotes = view.q !== "" || (isFocused && typed === "");
  return (
    <form
      role="search"
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onSubmit={(event) => {
        event.preventDefault();
        start(typed.trim());
      }}
      className="relative flex flex-wrap gap-2"
    >
      <div className="min-w-0 flex-1">
        <Field
          ref={field}
          label="Search title and text"
          isLabelHidden
          type="search"
          placeholder="Search title and text"
          maxLength={expressionLimits.length}
          start={<Search className="size-4.5" />}
          end={
            typed === "" ? (
              <Kbd className="inbox-wide pointer-events-none">/</Kbd>
            ) : (
              <IconButton
                size="sm"
                label="Clear search"
                hasTooltip={false}
                className="inbox-wide"
                onClick={clear}
              >
                <X className="size-4" />
              </IconButton>
            )
          }
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={({ key }) => {
            // With text, the browser clears the field first.
            if (key === "Escape" && typed === "") focusChosen();
          }}
        />
      </div>
      {view.q !== "" && (
        <Button look="ghost" className="inbox-narrow search-clear" onClick={clear}>
          <X className="size-4" />
          <span className="sr-only">Clear search</span>
        </Button>
      )}
      {hasNotes && (
        <Suspense>
          <SearchNotes q={view.q} onChange={press} />
        </Suspense>
      )}
    </form>
  );
}
