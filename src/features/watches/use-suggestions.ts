import useSWR from "swr";
import { api } from "@/contract/browser";
import { namesFound } from "@/contract/place";
import { placeSearchCall } from "@/contract/place-queries";
import { suggestPlaces } from "@/contract/suggestions";
import { getKey } from "@/contract/swr-keys";
import { useDebounced } from "./use-debounced";

const typingPauseMs = 250;
/** A shorter prefix matches too many names. */
const minTypedLength = 2;

export function useSuggestions(typed: string): string[] {
  const prefix = useDebounced(typed, typingPauseMs);
  const isRequested = /^\w+$/.test(prefix) && prefix.length >= minTypedLength;
  const input = { query: { q: prefix } };
  const { data } = useSWR(
    isRequested ? getKey(placeSearchCall, input) : null,
    () => api.read(placeSearchCall, input),
    // If the search fails, keep suggesting popular names.
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return suggestPlaces(typed, data && namesFound(data));
}
