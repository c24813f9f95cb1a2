import useSWR from "swr";
import { api } from "@/browser/api";
import { namesFound, wireSite } from "@/contract/place";
import { placeSearchCall, type PlaceView } from "@/contract/place-queries";
import { suggestPlaces } from "@/contract/suggestions";
import { getKey } from "@/browser/swr-keys";
import { useDebounced } from "@/ui/use-debounced";

/** Shorter pauses of slow typists would exceed the rate limit. */
const typingPauseMs = 400;
/** A shorter prefix matches too many names. */
const minTypedLength = 2;

export function useSuggestions(typed: string, isOn: boolean): string[] {
  const prefix = useDebounced(typed, typingPauseMs);
  const isRequested = isOn && /^\w+$/.test(prefix) && prefix.length >= minTypedLength;
  const input = { query: { q: prefix } };
  const { data } = useSWR(
    isRequested ? getKey(placeSearchCall, input) : null,
    () => api.read(placeSearchCall, input),
    // If the search fails, keep suggesting popular names.
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return isOn ? suggestPlaces(typed, data && namesFound(data)) : [];
}

const maxElsewhere = 4;

/** Places on other sites, from a name or its start. */
export function useSuggestionsElsewhere(typed: string): readonly PlaceView[] {
  const prefix = useDebounced(typed, typingPauseMs);
  const isRequested = prefix.length >= minTypedLength && !/^https?:/i.test(prefix);
  const input = { query: { site: "all", q: prefix } };
  const { data } = useSWR(
    isRequested ? getKey("searchPlaces", input) : null,
    () => api.read("searchPlaces", input),
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const wanted = typed.toLowerCase();
  const fits = ({ site, name, label }: PlaceView) =>
    site !== wireSite && `${name}\n${label}`.toLowerCase().includes(wanted);
  return wanted.length < minTypedLength ? [] : (data?.places.filter(fits) ?? []).slice(0, maxElsewhere);
}
