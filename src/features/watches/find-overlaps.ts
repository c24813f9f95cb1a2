import { api } from "@/contract/browser";
import type { ChosenPlace } from "@/contract/place-entry";
import type { WatchView } from "@/contract/watch";
import { coveredPlaces, isSameWatch, type Watched } from "@/domain/watch-overlap";

/** Another watch that already covers some of the draft's places. */
export interface Overlap {
  watch: WatchView;
  places: ChosenPlace[];
}

/** Maximum number of watches per keyword to compare. */
const max = 100;

/**
 * Finds the user's other watches that cover a draft partly or fully; `edited` is the watch being changed.
 * Returns an empty list on errors: it's only a hint and must not block saving.
 */
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
