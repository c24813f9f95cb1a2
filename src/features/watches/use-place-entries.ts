import { useRef, useState } from "react";
import { addPlaces, parsePlaces } from "@/contract/place-entry";
import { checkPlace } from "./ask-place";
import type { Verdict } from "./place-checker";

export interface PlaceEntry {
  name: string;
  state: Verdict | "checking";
}

/** True for an entry that must be removed before the watch can be saved. */
export function isRefused(entry: PlaceEntry): boolean {
  return entry.state === "invalid" || entry.state === "lost";
}

/** The places of a watch being edited; `stored` ones are known to be good and aren't asked for again. */
export function usePlaceEntries(stored: readonly string[]) {
  const start = { text: "", entries: stored.map((name): PlaceEntry => ({ name, state: "valid" })) };
  const [shown, setShown] = useState(start);
  // The latest for answers and timers that come between two renders.
  const latest = useRef(start);
  const running = useRef(new Set<Promise<void>>());

  const put = (change: Partial<typeof start>) => {
    latest.current = { ...latest.current, ...change };
    setShown(latest.current);
  };
  const setState = (name: string, state: PlaceEntry["state"]) =>
    put({
      entries: latest.current.entries.map((entry) => (entry.name === name ? { name, state } : entry)),
    });
  const judge = (name: string) => {
    const work = checkPlace(name).then((verdict) => setState(name, verdict));
    running.current.add(work);
    void work.finally(() => running.current.delete(work));
  };
  const commit = (text: string) => {
    const before = latest.current.entries;
    const known = new Map(before.map((entry) => [entry.name, entry]));
    const names = addPlaces([...known.keys()], parsePlaces(text));
    put({ text: "", entries: names.map((name) => known.get(name) ?? newEntry(name, stored)) });
    const added = latest.current.entries.filter(
      ({ name, state }) => state === "checking" && !known.has(name),
    );
    added.forEach(({ name }) => judge(name));
  };
  const commitText = () => {
    if (latest.current.text.trim() !== "") commit(latest.current.text);
  };

  return {
    ...shown,
    isChecking: shown.entries.some((entry) => entry.state === "checking"),
    setText: (text: string) => put({ text }),
    /** Takes the names in a comma-separated text into the list and checks the new ones. */
    commit,
    /** The same with what is typed. */
    commitText,
    remove: (name: string) => put({ entries: latest.current.entries.filter((entry) => entry.name !== name) }),
    retry: (name: string) => {
      setState(name, "checking");
      judge(name);
    },
    /** The list with what is typed in it, once every check has answered. */
    settle: async (): Promise<PlaceEntry[]> => {
      commitText();
      while (running.current.size > 0) await Promise.all(running.current);
      return latest.current.entries;
    },
  };
}

function newEntry(name: string, stored: readonly string[]): PlaceEntry {
  const isStored = stored.some((known) => known.toLowerCase() === name.toLowerCase());
  return { name, state: isStored ? "valid" : "checking" };
}

export type PlaceEntries = ReturnType<typeof usePlaceEntries>;
