import { useEffect, useEffectEvent, useRef, useState } from "react";
import { addPlaces, isAddress, parsePlaces, typedPlace, type ChosenPlace } from "@/contract/place-entry";
import { isAll, placeKey, type Place } from "@/domain/place";
import { placeFieldTexts } from "@/domain/site-texts";
import { checkPlace, findPlace } from "./look-up-place";
import type { Verdict } from "./place-checker";
import { foundText } from "./watch-texts";

export interface PlaceEntry extends ChosenPlace {
  /** Empty for an address of which nobody has said yet whose it is. */
  site: string;
  state: Verdict | "checking";
  /** What is wrong with one that is refused. */
  fault?: string;
  /** What was found at an address. */
  note?: string;
}

/** True for an entry that must be removed before the watch can be saved. */
export function isRefused({ site, state }: PlaceEntry): boolean {
  return state === "invalid" || state === "lost" || (site === "" && state === "unchecked");
}

/** A place as requests name it. */
export function namedAs({ site, name }: Place): Place {
  return { site, name };
}

/** What is chosen and what is being typed. */
export interface PlaceDraft {
  text: string;
  entries: readonly ChosenPlace[];
}

/**
 * The places of a watch being edited; `stored` ones are known to be good and aren't asked for again. It begins with what was kept,
 * where something was.
 */
export function usePlaceEntries(stored: readonly ChosenPlace[], kept: PlaceDraft | null) {
  const { text, entries } = kept ?? { text: "", entries: stored };
  const start = { text, entries: entries.map((place) => newEntry(place, stored)) };
  const [shown, setShown] = useState(start);
  // The latest for answers and timers that come between two renders.
  const latest = useRef(start);
  const running = useRef(new Set<Promise<void>>());

  const put = (change: Partial<typeof start>) => {
    latest.current = { ...latest.current, ...change };
    setShown(latest.current);
  };
  /** What became of an entry, which may have been removed meanwhile, and may turn out to be one that is there. */
  const replace = (entry: Place, found: PlaceEntry) => {
    const { entries } = latest.current;
    if (!entries.some((one) => placeKey(one) === placeKey(entry))) return;
    const others = entries.filter((one) => placeKey(one) !== placeKey(entry));
    const isSame = placeKey(found) === placeKey(entry);
    put({
      entries: isSame
        ? entries.map((one) => (placeKey(one) === placeKey(entry) ? found : one))
        : addPlaces(others, [found]),
    });
  };
  const judge = (entry: PlaceEntry) => {
    const work = judged(entry).then((found) => replace(entry, found));
    running.current.add(work);
    void work.finally(() => running.current.delete(work));
  };
  const judgeKept = useEffectEvent(() =>
    latest.current.entries.filter(({ state }) => state === "checking").forEach(judge),
  );
  useEffect(() => judgeKept(), []);
  const add = (places: readonly ChosenPlace[]) => {
    const before = latest.current.entries;
    const known = new Map(before.map((entry) => [placeKey(entry), entry]));
    const entries = addPlaces<ChosenPlace>(before, places).map(
      (place) => known.get(placeKey(place)) ?? newEntry(place, stored),
    );
    put({ text: "", entries });
    entries.filter((one) => one.state === "checking" && !known.has(placeKey(one))).forEach(judge);
  };
  const commit = (text: string) => add(parsePlaces(text).map(placeOf));
  const commitText = () => {
    if (latest.current.text.trim() !== "") commit(latest.current.text);
  };
  const remove = (place: Place) =>
    put({ entries: latest.current.entries.filter((entry) => placeKey(entry) !== placeKey(place)) });

  return {
    ...shown,
    isChanged: shown.text.trim() !== "" || keysOf(shown.entries) !== keysOf(stored),
    isChecking: shown.entries.some((entry) => entry.state === "checking"),
    setText: (text: string) => put({ text }),
    /** Takes the names and addresses in a comma-separated text into the list and checks the new ones. */
    commit,
    /** The same with what is typed. */
    commitText,
    remove,
    /** Takes all of a site into the list, or out of it. */
    toggleAll: (all: ChosenPlace, isChosen: boolean) => (isChosen ? add([all]) : remove(all)),
    retry: (entry: PlaceEntry) => {
      const again: PlaceEntry = { ...entry, state: "checking" };
      replace(entry, again);
      judge(again);
    },
    /** The list with what is typed in it, once every check has answered. */
    whenChecked: async (): Promise<PlaceEntry[]> => {
      commitText();
      while (running.current.size > 0) await Promise.all(running.current);
      return latest.current.entries;
    },
  };
}

const keysOf = (places: readonly Place[]) => places.map(placeKey).join();

function placeOf(typed: string): ChosenPlace {
  return isAddress(typed) ? { site: "", name: typed, label: typed } : typedPlace(typed);
}

function newEntry(place: ChosenPlace, stored: readonly ChosenPlace[]): PlaceEntry {
  const isStored = stored.some((known) => placeKey(known) === placeKey(place));
  return { ...place, state: isStored || (place.site !== "" && isAll(place.name)) ? "valid" : "checking" };
}

async function judged(entry: PlaceEntry): Promise<PlaceEntry> {
  if (entry.site !== "") return { ...entry, state: await checkPlace(entry.name) };
  const found = await findPlace(entry.name);
  if (typeof found === "string") return { ...entry, state: found };
  if (found.exists && found.site !== null) {
    const { site, name, label } = found;
    const note = found.found && foundText(found.found, new Date());
    return { site, name, label, state: "valid", note };
  }
  // Of no site that is known: then it was meant for a name.
  const fault =
    found.site === null
      ? placeFieldTexts.invalid(typedPlace(entry.name).label)
      : `${entry.name} - ${found.reason ?? ""}`;
  // An address that leads to nothing now may do so again.
  const mayComeBack = found.site !== null && found.url === null;
  return { ...entry, state: mayComeBack ? "lost" : "invalid", fault };
}

export type PlaceEntries = ReturnType<typeof usePlaceEntries>;
