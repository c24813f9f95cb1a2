import useSWR from "swr";
import { api } from "@/contract/browser";
import { namesFound } from "@/contract/place";
import { placeSearchCall } from "@/contract/place-queries";
import { suggestPlaces } from "@/contract/suggestions";
import { keyOf } from "@/contract/swr-keys";
import { useDebounced } from "./use-debounced";

const typingPauseMs = 250;
/** A shorter beginning finds half the site. */
const minTypedLength = 2;

/** Names to offer for the one being typed: popular ones at once, the site's own as soon as it answers. */
export function useSuggestions(typed: string): string[] {
  const asked = useDebounced(typed, typingPauseMs);
  const isAsked = /^\w+$/.test(asked) && asked.length >= minTypedLength;
  const input = { query: { q: asked } };
  const { data } = useSWR(
    isAsked ? keyOf(placeSearchCall, input) : null,
    () => api.read(placeSearchCall, input),
    // Popular names go on being offered where the search fails.
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return suggestPlaces(typed, data && namesFound(data));
}
