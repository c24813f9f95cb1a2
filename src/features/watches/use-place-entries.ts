import { useEffect, useEffectEvent, useRef, useState } from "react";
import { addPlaces, isAddress, parsePlaces, typedPlace, type ChosenPlace } from "@/contract/place-entry";
import { wireSite } from "@/contract/place";
import { isAll, placeKey, type Place } from "@/domain/reading/place";
import { placeFieldTexts } from "@/domain/reading/site-texts";
import { checkPlace, findPlace } from "./look-up-place";
import type { Verdict } from "./place-checker";
import { foundText } from "./watch-texts";

export interface PlaceEntry extends ChosenPlace {
  /** Empty for a URL whose site hasn't been identified yet. */
  site: string;
  state: Verdict | "checking";
  fault?: string;
  /** Summary of the posts found at a URL, or how the place is read. */
  note?: string;
}

/** True for an entry that must be removed before the watch can be saved. */
export function isRefused({ site, state }: PlaceEntry): boolean {
  return state === "invalid" || state === "lost" || (site === "" && state === "unchecked");
}

export function namedAs({ site, name }: Place): Place {
  return { site, name };
}

/** Names that were left out because "all" of their site was added with them. */
export interface Covered {
  all: ChosenPlace;
  names: readonly ChosenPlace[];
}

export interface PlaceDraft {
  text: string;
  entries: readonly ChosenPlace[];
}

/** Places in `stored` are valid and skip the check; `retained` is a restored draft. */
export function usePlaceEntries(stored: readonly ChosenPlace[], retained: PlaceDraft | null) {
  const { text, entries } = retained ?? { text: "", entries: stored };
  const start = { text, entries: entries.map((place) => newEntry(place, stored)) };
  const [shown, setShown] = useState(start);
  const [covered, setCovered] = useState<Covered | null>(null);
  // The latest state, for responses and timers between renders.
  const latest = useRef(start);
  const running = useRef(new Set<Promise<void>>());

  const put = (change: Partial<typeof start>) => {
    latest.current = { ...latest.current, ...change };
    setShown(latest.current);
  };
  /** Applies a check's result. The entry can have been removed since then, or turn out to be a duplicate. */
  const replace = (entry: Place, found: PlaceEntry) => {
    const { entries } = latest.current;
    if (!entries.some((one) => placeKey(one) === placeKey(entry))) return;
    const isOther = (one: Place) => placeKey(one) !== placeKey(entry);
    const kept = addPlaces(entries.filter(isOther), [found]);
    // Keep the typed order.
    put({ entries: entries.map((one) => (isOther(one) ? one : found)).filter((one) => kept.includes(one)) });
  };
  const judge = (entry: PlaceEntry) => {
    const work = judged(entry).then((found) => replace(entry, found));
    running.current.add(work);
    void work.finally(() => running.current.delete(work));
  };
  const judgeStored = useEffectEvent(() =>
    latest.current.entries.filter(({ state }) => state === "checking").forEach(judge),
  );
  useEffect(() => judgeStored(), []);
  const add = (places: readonly ChosenPlace[]) => {
    const before = latest.current.entries;
    const known = new Map(before.map((entry) => [placeKey(entry), entry]));
    const entries = addPlaces<ChosenPlace>(before, places).map(
      (place) => known.get(placeKey(place)) ?? newEntry(place, stored),
    );
    put({ text: "", entries });
    setCovered(coveredBy(entries, [...before, ...places]));
    entries.filter((one) => one.state === "checking" && !known.has(placeKey(one))).forEach(judge);
  };
  const commit = (text: string) => add(parsePlaces(text).map(getPlace));
  const commitText = () => {
    if (latest.current.text.trim() !== "") commit(latest.current.text);
  };
  const removeAll = (places: readonly Place[]) => {
    const keys = new Set(places.map(placeKey));
    setCovered(null);
    put({ entries: latest.current.entries.filter((entry) => !keys.has(placeKey(entry))) });
  };
  const remove = (place: Place) => removeAll([place]);

  return {
    ...shown,
    isChanged: shown.text.trim() !== "" || !isSameList(shown.entries, stored),
    isChecking: shown.entries.some((entry) => entry.state === "checking"),
    setText: (text: string) => put({ text }),
    /** Adds the names and URLs of a comma-separated text and checks new ones. */
    commit,
    commitText,
    remove,
    removeAll,
    covered,
    useOnlyCovered: () => {
      if (covered === null) return;
      remove(covered.all);
      add(covered.names);
    },
    toggleAll: (all: ChosenPlace, isChosen: boolean) => (isChosen ? add([all]) : remove(all)),
    retry: (entry: PlaceEntry) => {
      const again: PlaceEntry = { ...entry, state: "checking" };
      replace(entry, again);
      judge(again);
    },
    /** Commits the text in the field and resolves with the list after all checks have finished. */
    whenChecked: async (): Promise<PlaceEntry[]> => {
      commitText();
      while (running.current.size > 0) await Promise.all(running.current);
      return latest.current.entries;
    },
  };
}

function coveredBy(entries: readonly ChosenPlace[], typed: readonly ChosenPlace[]): Covered | null {
  for (const all of entries.filter(({ name }) => isAll(name))) {
    const names = typed.filter(({ site, name }) => site === all.site && !isAll(name));
    if (names.length > 0) return { all, names: addPlaces([], names) };
  }
  return null;
}

/** True if both name the same places in the same order. */
export function isSameList(one: readonly Place[], other: readonly Place[]): boolean {
  return one.map(placeKey).join() === other.map(placeKey).join();
}

function getPlace(typed: string): ChosenPlace {
  return isAddress(typed) ? { site: "", name: typed, label: typed } : typedPlace(typed);
}

/** Places of other sites were checked when their URL was entered. */
function newEntry(place: ChosenPlace, stored: readonly ChosenPlace[]): PlaceEntry {
  const isStored = stored.some((known) => placeKey(known) === placeKey(place));
  const isFound = place.site !== "" && (place.site !== wireSite || isAll(place.name));
  return { ...place, state: isStored || isFound ? "valid" : "checking" };
}

async function judged(entry: PlaceEntry): Promise<PlaceEntry> {
  if (entry.site !== "") return { ...entry, state: await checkPlace(entry.name) };
  const found = await findPlace(entry.name);
  if (typeof found === "string") return { ...entry, state: found };
  if (found.exists && found.site !== null) {
    const { site, name, label } = found;
    const note = found.found === undefined ? found.note : foundText(found.found, new Date());
    return { site, name, label, state: "valid", note };
  }
  // A host that isn't a known site's: the user probably meant a name.
  const fault =
    found.site === null && /^[\w.-]+$/.test(entry.name)
      ? placeFieldTexts.invalid(typedPlace(entry.name).label)
      : `${entry.name} - ${found.reason ?? ""}`;
  // A URL that can't be loaded now might work again later.
  const canComeBack = found.site !== null && found.url === null;
  return { ...entry, state: canComeBack ? "lost" : "invalid", fault };
}

export type PlaceEntries = ReturnType<typeof usePlaceEntries>;
