import { useEffect, useRef } from "react";
import { completeName, typedName } from "@/domain/subreddit-entry";
import { SuggestField } from "@/ui/suggest-field";
import { AllShare } from "./all-share";
import { SubredditEntryList } from "./subreddit-entries";
import type { SubredditEntries } from "./use-subreddit-entries";
import { useSuggestions } from "./use-suggestions";

/** A press that leaves the field must reach its button before chips can move it. */
const leaveDelayMs = 200;

/** Subreddits as comma-separated text: leaving the field takes the names into the list and checks them. */
export function SubredditField({ list, error }: { list: SubredditEntries; error: string | undefined }) {
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
        label="Subreddits"
        hint='Separate multiple subreddits with commas. Use "all" for all subreddits.'
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
        busyLabel={list.isChecking ? "Checking subreddits" : undefined}
        above={<SubredditEntryList list={list} />}
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
