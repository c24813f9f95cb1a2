import { api } from "@/contract/browser";
import type { ChosenPlace } from "@/contract/place-entry";
import type { WatchView } from "@/contract/watch";
import { coveredPlaces, isSameWatch, type Watched } from "@/domain/watch-overlap";

/** Another watch that finds already what a draft would find in these places. */
export interface Overlap {
  watch: WatchView;
  places: ChosenPlace[];
}

/** How many watches of one keyword are looked at. */
const most = 100;

/**
 * The user's other watches that cover a draft in part or whole; `edited` is the watch it is a change of. None where
 * that can't be found out: it is a hint, and no reason not to save.
 */
export async function findOverlaps(
  draft: Watched<ChosenPlace>,
  edited: WatchView | null,
): Promise<Overlap[]> {
  if (edited !== null && isSameWatch(draft, watchedOf(edited))) return [];
  const query = { keyword: draft.keyword, limit: String(most) };
  const found = await api.read("listWatches", { query }).catch(() => null);
  return (found?.watches ?? [])
    .filter((watch) => watch._id !== edited?._id && watch.isActive && !isSameWatch(draft, watchedOf(watch)))
    .map((watch) => ({ watch, places: coveredPlaces(draft, watchedOf(watch)) }))
    .filter(({ places }) => places.length > 0);
}

function watchedOf({ keyword, expression, places, filters }: WatchView): Watched {
  return { keyword, expression, places, filters };
}
