import { useEffect, useEffectEvent, useState } from "react";
import { useSWRConfig } from "swr";
import type { SampleItem, SuggestResponse } from "@/contract/preview";
import { signupIntent } from "@/browser/signup-intent";
import { isKeyOf } from "@/browser/swr-keys";
import { counted } from "@/domain/text/counted";
import { placeKey } from "@/domain/reading/place";
import { toast } from "@/ui/toast/store";
import { showUndoToast } from "@/ui/undo";
import type { OfferedPlace, Suggestion } from "./first-requests";

const tickedAtMost = 3;
const unexpected = "Something went wrong, so we didn't add anything. Please try again.";
const nothingIn = "We couldn't find a name in that. Try a short name, or a website URL.";

export const loadRequests = () => import("./first-requests");
export const loadRefused = () => loadRequests().catch(() => ({ Refused: null }));

/** The typed text, the suggestions and the selection. A failed step leaves all of it unchanged. */
export function useFirstMinute(capacity: number | null) {
  const { mutate } = useSWRConfig();
  const [text, setText] = useState("");
  const [response, setResponse] = useState<SuggestResponse | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  /** How noisy suggestions are narrowed: to titles, or to one place. */
  const [narrowed, setNarrowed] = useState<ReadonlyMap<string, Narrowing>>(new Map());
  /** The shown suggestions were added. Until then they stay, even if another tab adds keywords. */
  const [isAdded, setAdded] = useState(false);
  const [pending, setPending] = useState<"searching" | "adding" | null>(null);
  const [problem, setProblem] = useState<{ at: "searching" | "adding"; text: string } | null>(null);

  const fill = useEffectEvent(() => {
    const { keyword = "" } = signupIntent.read();
    setText((typed) => (typed === "" ? keyword : typed));
  });
  useEffect(() => {
    const timer = setTimeout(() => fill());
    return () => clearTimeout(timer);
  }, []);

  const attempt = async (at: "searching" | "adding", work: () => Promise<void>) => {
    if (pending !== null) return;
    setPending(at);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const { Refused } = await loadRefused();
      const isReported = Refused !== null && error instanceof Refused;
      setProblem({ at, text: isReported ? error.message : unexpected });
    }
    setPending(null);
  };
  const refresh = () => mutate((key) => isKeyOf(key, "listWatches", "getUsage", "getCoverage"));

  const request = () =>
    attempt("searching", async () => {
      const { suggest, Refused } = await loadRequests();
      const found = await suggest(text);
      if (found.suggestions.length === 0) throw new Refused(nothingIn);
      setResponse(found);
      setAdded(false);
      setNarrowed(new Map());
      setTicked(new Set(fitting(found, capacity).map(getKey)));
      setPicked(new Set(found.places.filter(({ name }) => name === "all").map(placeKey)));
    });

  const takenOf = ({ suggestions }: SuggestResponse) => suggestions.filter((one) => ticked.has(getKey(one)));
  const add = () =>
    attempt("adding", async () => {
      if (response === null) return;
      const used = takenOf(response);
      const { watchAll, unwatchAll } = await loadRequests();
      const ids = await watchAll(
        used.map((one) => ({ ...one, narrowing: narrowed.get(getKey(one)) })),
        response.places.filter((place) => picked.has(placeKey(place))),
      );
      setAdded(true);
      signupIntent.save({ ...signupIntent.read(), keyword: undefined });
      await refresh();
      showUndoToast({ title: `${counted(used.length, "keyword")} added` }, () => {
        unwatchAll(ids)
          .then(() => setAdded(false))
          .catch(() => toast({ type: "error", title: "Failed to remove the keywords" }))
          .finally(() => void refresh());
      });
    });

  return {
    ...{ text, setText, response, ticked, picked, narrowed, pending, problem, request, add },
    isChoosing: response !== null && !isAdded && pending !== "adding",
    restart: () => setResponse(null),
    tick: (one: Suggestion, isTicked: boolean) => setTicked(changed(ticked, getKey(one), isTicked)),
    narrow: (one: Suggestion, narrowing: Narrowing | null) => {
      const next = new Map(narrowed);
      if (narrowing === null) next.delete(getKey(one));
      else next.set(getKey(one), narrowing);
      setNarrowed(next);
      setTicked(changed(ticked, getKey(one), narrowing !== null));
    },
    /** "All" of a site and individual places on it exclude each other. */
    pick: (place: OfferedPlace, isPicked: boolean) => {
      const others = response?.places.filter(
        ({ site, name }) => site === place.site && (name === "all") !== (place.name === "all"),
      );
      const next = new Set(changed(picked, placeKey(place), isPicked));
      if (isPicked) for (const other of others ?? []) next.delete(placeKey(other));
      setPicked(next);
    },
  };
}

export type FirstMinuteState = ReturnType<typeof useFirstMinute>;

export const getKey = ({ keyword }: Suggestion) => keyword;

/** More matches per day than this are never preselected. */
const maxPerDay = 100;
/** Less data than this isn't extrapolated to a day when numbers are shown. */
const dayHours = 24;
/** Less data than this says little about a day. */
const leastHours = 6;

export type Narrowing = { kind: "titles" } | { kind: "place"; place: OfferedPlace };

export function perDay(matches: number, hours: number): number {
  return hours > dayHours ? Math.round((matches * dayHours) / hours) : matches;
}

export function isNoisy({ matches, isTooMany }: Suggestion, hours: number): boolean {
  return isTooMany || isOften(matches, hours);
}

function isOften(matches: number, hours: number): boolean {
  return (matches * dayHours) / Math.max(hours, leastHours) > maxPerDay;
}

export function narrowings(
  one: Suggestion,
  { hours, places }: SuggestResponse,
): { narrowing: Narrowing; matches: number }[] {
  const fits = ({ matches }: { matches: number }) => matches > 0 && !isOften(matches, hours);
  const named = one.places
    .filter(({ name }) => name !== "all")
    .flatMap((found) => {
      const place = places.find((offered) => placeKey(offered) === placeKey(found));
      return place === undefined
        ? []
        : [{ narrowing: { kind: "place" as const, place }, matches: found.matches }];
    });
  const titles = { narrowing: { kind: "titles" as const }, matches: one.titleMatches };
  return [titles, ...named].filter(fits).slice(0, 3);
}

export interface UsedSample {
  keyword: string;
  sample: SampleItem;
}

/** The sentences of the selected suggestions, newest first. */
export function usedSamples({ response, ticked }: FirstMinuteState): UsedSample[] {
  const seen = new Set<string>();
  return (response?.suggestions ?? [])
    .filter((one) => ticked.has(getKey(one)))
    .flatMap(({ keyword, sample }) => {
      if (sample === null || seen.has(sample.text)) return [];
      seen.add(sample.text);
      return [{ keyword, sample }];
    })
    .toSorted((one, other) => other.sample.createdAt.localeCompare(one.sample.createdAt));
}

/** Selects suggestions with recent matches, but no noisy ones. Without any, the name itself. */
function fitting({ suggestions, hours }: SuggestResponse, capacity: number | null): Suggestion[] {
  const possible = suggestions.filter((one) => !isNoisy(one, hours));
  const matching = possible.filter(({ matches }) => matches > 0);
  const max = Math.min(capacity ?? tickedAtMost, tickedAtMost);
  return (matching.length > 0 ? matching : possible.slice(0, 1)).slice(0, max);
}

function changed<T>(set: ReadonlySet<T>, one: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}

export function matchesIn({ places }: Suggestion, picked: ReadonlySet<string>): number {
  return places.filter((place) => picked.has(placeKey(place))).reduce((sum, { matches }) => sum + matches, 0);
}
