import { useEffect, useState } from "react";
import type { PlaceView } from "@/contract/place-queries";
import { useApi } from "@/contract/swr";
import { SuggestField } from "@/ui/suggest-field";

/** After the last key before choices are asked for. */
const typingMs = 200;

/**
 * Narrows the lists to one keyword or place of all that is held: typing searches them, an emptied field means every one.
 * What was typed and not chosen is dropped when the field is left.
 */
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
  /** With the place where it is the name of one that was offered. */
  onChoose: (choice: string, place?: PlaceView) => void;
}) {
  const [typed, setTyped] = useState(chosen);
  const [known, setKnown] = useState(chosen);
  // Another address, such as by the back button, brings its own.
  if (chosen !== known) {
    setKnown(chosen);
    setTyped(chosen);
  }
  const [isFocused, setFocused] = useState(false);
  // What is chosen already is no search for it: all are offered.
  const asked = useLate(typed === chosen ? "" : typed.trim());
  const input = { query: { of, q: asked } };
  const { data } = useApi("listNotificationChoices", isFocused ? input : undefined);
  const choose = (choice: string) => {
    setTyped(choice);
    const place = data?.places?.find(({ label }) => label === choice);
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
        suggestions={data?.choices ?? []}
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

/** A value that follows what is typed once the keys rest. */
function useLate(value: string): string {
  const [late, setLate] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return late;
}
