import { api } from "@/browser/api";
import type { ChosenPlace } from "@/contract/place-entry";
import type { WatchView } from "@/contract/watch";
import { coveredPlaces, isSameWatch, type Watched } from "./watch-overlap";

export interface Overlap {
  watch: WatchView;
  places: ChosenPlace[];
}

const max = 100;

/** Finds other watches that cover a draft. Returns [] on errors: it's a hint and must not block saving. */
export async function findOverlaps(
  draft: Watched<ChosenPlace>,
  edited: WatchView | null,
): Promise<Overlap[]> {
  if (edited !== null && isSameWatch(draft, watchedOf(edited))) return [];
  const query = { keyword: draft.keyword, limit: String(max) };
  const found = await api.read("listWatches", { query }).catch(() => null);
  return (found?.watches ?? [])
    .filter((watch) => watch._id !== edited?._id && watch.isActive && !isSameWatch(draft, watchedOf(watch)))
    .map((watch) => ({ watch, places: coveredPlaces(draft, watchedOf(watch)) }))
    .filter(({ places }) => places.length > 0);
}

function watchedOf({ keyword, expression, places, filters }: WatchView): Watched {
  return { keyword, expression, places, filters };
}
