import { useState } from "react";
import type { PlaceView } from "@/contract/place-queries";
import { useApi } from "@/browser/swr";
import { SuggestField } from "@/ui/suggest-field";
import { useDebounced } from "@/ui/use-debounced";

const typingMs = 200;

/** An empty field means all choices. Text without a selected choice is discarded on blur. */
export function ChoiceField({
  of,
  label,
  placeholder,
  chosen,
  onChoose,
}: {
  of: "keyword" | "place";
  label: string;
  placeholder: string;
  chosen: string;
  /** `place` is set if the user selected a suggested place. */
  onChoose: (choice: string, place?: PlaceView) => void;
}) {
  const [typed, setTyped] = useState(chosen);
  const [known, setKnown] = useState(chosen);
  // Reset the text when the URL changes, for example with the back button.
  if (chosen !== known) {
    setKnown(chosen);
    setTyped(chosen);
  }
  const [isFocused, setFocused] = useState(false);
  // The current choice isn't a search term: offer all choices.
  const wanted = typed === chosen ? "" : typed.trim();
  const requested = useDebounced(wanted, typingMs);
  const input = { query: { of, q: requested } };
  const { data: loaded } = useApi("listNotificationChoices", isFocused ? input : undefined);
  const [latest, setLatest] = useState(loaded);
  if (loaded !== undefined && loaded !== latest) setLatest(loaded);
  const data = loaded ?? latest;
  // Keep matching choices while others load: a click on a choice is lost if it disappears.
  const isStale = loaded === undefined || requested !== wanted;
  const choices = data?.choices.filter((one) => !isStale || one.toLowerCase().includes(wanted.toLowerCase()));
  const choose = (choice: string) => {
    setTyped(choice);
    const place = data?.places?.find(({ label }) => label.toLowerCase() === choice.toLowerCase());
    if (choice !== chosen) onChoose(choice, place);
  };
  return (
    <div onFocus={() => setFocused(true)}>
      <SuggestField
        label={label}
        placeholder={placeholder}
        maxLength={100}
        value={typed}
        onValueChange={(value) => (value === "" ? choose("") : setTyped(value))}
        suggestions={choices ?? []}
        onPick={choose}
        onBlur={() => setTyped(chosen)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          choose(typed.trim());
        }}
      />
    </div>
  );
}
