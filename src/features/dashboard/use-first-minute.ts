import { useState } from "react";
import { useSWRConfig } from "swr";
import type { SuggestResponse } from "@/contract/preview";
import { isKeyOf } from "@/contract/swr-keys";
import { counted } from "@/domain/counted";
import { placeKey } from "@/domain/place";
import { toast } from "@/ui/toast/store";
import { showUndoToast } from "@/ui/undo";
import type { OfferedPlace, Suggestion } from "./first-requests";

/** Number of preselected suggestions, if the plan's limit allows it. */
const tickedAtMost = 3;
const unexpected = "Something went wrong, so we didn't add anything. Please try again.";
const nothingIn = "We couldn't find a name in that. Try a short name, or a website URL.";

/** The typed text, the suggestions and the selection. A failed step leaves all of it unchanged. */
export function useFirstMinute(capacity: number | null) {
  const { mutate } = useSWRConfig();
  const [text, setText] = useState("");
  const [response, setAnswer] = useState<SuggestResponse | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [pending, setPending] = useState<"asking" | "adding" | null>(null);
  const [problem, setProblem] = useState<{ at: "asking" | "adding"; text: string } | null>(null);

  const attempt = async (at: "asking" | "adding", work: () => Promise<void>) => {
    if (pending !== null) return;
    setPending(at);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      const { Refused } = await import("./first-requests").catch(() => ({ Refused: null }));
      const isTold = Refused !== null && error instanceof Refused;
      setProblem({ at, text: isTold ? error.message : unexpected });
    }
    setPending(null);
  };
  const refresh = () => mutate((key) => isKeyOf(key, "listWatches", "getUsage", "getCoverage"));

  const request = () =>
    attempt("asking", async () => {
      const { suggest, Refused } = await import("./first-requests");
      const found = await suggest(text);
      if (found.suggestions.length === 0) throw new Refused(nothingIn);
      setAnswer(found);
      setTicked(new Set(fitting(found.suggestions, capacity).map(keyOf)));
      setPicked(new Set(found.places.filter(({ name }) => name === "all").map(placeKey)));
    });

  const takenOf = ({ suggestions }: SuggestResponse) => suggestions.filter((one) => ticked.has(keyOf(one)));
  const add = () =>
    attempt("adding", async () => {
      if (response === null) return;
      const used = takenOf(response);
      const { watchAll, unwatchAll } = await import("./first-requests");
      await watchAll(
        used,
        response.places.filter((place) => picked.has(placeKey(place))),
      );
      await refresh();
      showUndoToast({ title: `${counted(used.length, "keyword")} added` }, () => {
        unwatchAll(used)
          .catch(() => toast({ type: "error", title: "Failed to remove the keywords" }))
          .finally(() => void refresh());
      });
    });

  return {
    ...{ text, setText, answer: response, ticked, picked, pending, problem, ask: request, add },
    tick: (one: Suggestion, isTicked: boolean) => setTicked(changed(ticked, keyOf(one), isTicked)),
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

export const keyOf = ({ keyword }: Suggestion) => keyword;

/** Selects suggestions with recent matches or, without any, the name itself. */
function fitting(suggestions: readonly Suggestion[], capacity: number | null): Suggestion[] {
  const possible = suggestions.filter(({ isTooMany }) => !isTooMany);
  const matching = possible.filter(({ matches }) => matches > 0);
  const most = Math.min(capacity ?? tickedAtMost, tickedAtMost);
  return (matching.length > 0 ? matching : possible.slice(0, 1)).slice(0, most);
}

function changed<T>(set: ReadonlySet<T>, one: T, isIn: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (isIn) next.add(one);
  else next.delete(one);
  return next;
}

/** Forecast of a suggestion's matches in the selected places. */
export function matchesIn({ places }: Suggestion, picked: ReadonlySet<string>): number {
  return places.filter((place) => picked.has(placeKey(place))).reduce((sum, { matches }) => sum + matches, 0);
}
