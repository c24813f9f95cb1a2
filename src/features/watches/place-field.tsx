import { useEffect, useRef } from "react";
import { completeName, typedName } from "@/contract/place-entry";
import { placeFieldTexts } from "@/domain/site-texts";
import { SuggestField } from "@/ui/suggest-field";
import { AllShare } from "./all-share";
import { PlaceEntryList } from "./place-entries";
import type { PlaceEntries } from "./use-place-entries";
import { useSuggestions } from "./use-suggestions";

/** A press that leaves the field must reach its button before chips can move it. */
const leaveDelayMs = 200;

/** Places as comma-separated text: leaving the field takes the names into the list and checks them. */
export function PlaceField({ list, error }: { list: PlaceEntries; error: string | undefined }) {
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);
  const typed = typedName(list.text);
  const names = useSuggestions(typed);
  const chosen = new Set(list.entries.map((entry) => entry.name.toLowerCase()));
  const note = (name: string) => {
    if (chosen.has(name.toLowerCase())) return "chosen";
    return name === typed ? "as typed" : null;
  };
  return (
    <div className="grid gap-1.5">
      <SuggestField
        label={placeFieldTexts.label}
        hint={placeFieldTexts.hint}
        error={error}
        value={list.text}
        onValueChange={list.setText}
        suggestions={names}
        onPick={(name) => list.commit(completeName(list.text, name))}
        onBlur={() => {
          leaving.current = setTimeout(list.commitText, leaveDelayMs);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing || list.text.trim() === "") return;
          event.preventDefault();
          list.commitText();
        }}
        busyLabel={list.isChecking ? placeFieldTexts.checking : undefined}
        above={<PlaceEntryList list={list} />}
        format={(name) => (
          <>
            <span className="min-w-0 truncate">r/{name}</span>
            <span className="flex-none pl-3 text-ink-3">{note(name)}</span>
          </>
        )}
      />
      {chosen.has("all") && <AllShare />}
    </div>
  );
}
