import { useApi } from "@/browser/swr";
import type { SavedViewResponse } from "@/contract/notification-query";
import { useScreen } from "./screen-context";
import { getAddress, getView } from "./view";

export type SavedView = SavedViewResponse["view"];

/** The saved views by name, each with its link. */
export function useSavedViews() {
  const { view: shown, go, hasSearch } = useScreen();
  const { data, error } = useApi("listSavedViews", {});
  const shownAddress = getAddress({ ...shown, page: 1, until: "" });
  const views = data?.views
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .map((saved) => {
      const view = toView(saved, hasSearch);
      const href = getAddress(view);
      return {
        saved,
        href,
        /** Without its Pro filters, the view would list other notifications. */
        isUsable: hasSearch || getAddress(toView(saved, true)) === href,
        isShown: href === shownAddress,
        open: () => go(() => view),
      };
    });
  return { views, error };
}

/** Its group is the keyword. */
function toView({ filters: { group, ...filters } }: SavedView, hasSearch: boolean) {
  const named = Object.entries({ keyword: group, ...filters });
  const set = named.filter((one): one is [string, string] => Boolean(one[1]));
  return getView(new URLSearchParams(set), hasSearch);
}
