import type { SavedViewResponse } from "@/contract/notification-query";
import { getView, type View } from "./view";

/** Converts a saved view to this screen's view. Its group is the keyword. */
export function savedView(
  { filters: { group, ...filters } }: Pick<SavedViewResponse["view"], "filters">,
  hasSearch: boolean,
): View {
  const named = Object.entries({ keyword: group, ...filters });
  return getView(
    new URLSearchParams(named.filter((one): one is [string, string] => Boolean(one[1]))),
    hasSearch,
  );
}
