import { useCall } from "@/contract/swr";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { QuietButton } from "@/ui/quiet-link";
import { filtersOf, unfiltered } from "./filters";
import { useSiteNames } from "./site-names";
import { groupsInput, type View } from "./view";

/** In place of a list that words and filters leave nothing of: which of them hides what, and the way to go without. */
export function NothingFound({ view, onView }: { view: View; onView: (view: View) => void }) {
  const siteName = useSiteNames(view.site !== "");
  const filters = filtersOf(view, siteName);
  if (view.q !== "" && filters.length > 0) {
    filters.unshift({ text: `“${view.q}”`, without: { ...view, page: 1, q: "", until: "" } });
  }
  const { length } = filters;
  const what = length === 0 ? "this search" : length === 1 ? "this filter" : "all of these together";
  return (
    <EmptyState level={2} title="No notifications found" text={`Nothing fits ${what}.`}>
      {filters.length > 0 && (
        <ul aria-label="Without one of them" className="mb-4 grid gap-1 text-13">
          {filters.map(({ text, without }) => (
            <li key={text}>
              <Without text={text} view={without} onView={onView} />
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => onView(unfiltered(view))}>Clear {length === 0 ? "search" : "filters"}</Button>
    </EmptyState>
  );
}

/** 'Without Comments: 12 notifications' */
function Without({ text, view, onView }: { text: string; view: View; onView: (view: View) => void }) {
  const { query } = groupsInput(view);
  const { data } = useCall("listNotificationGroups", { query: { ...query, limit: "1" } });
  const count = data === undefined ? "" : `: ${counted(data.pagination.total, "notification")}`;
  return (
    <QuietButton onClick={() => onView(view)} className="min-h-6 wrap-anywhere">
      Without {text}
      {count}
    </QuietButton>
  );
}
