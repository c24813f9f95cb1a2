import { useApi } from "@/contract/swr";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { QuietButton } from "@/ui/quiet-link";
import { getFilters, unfiltered } from "./filters";
import { useSiteNames } from "./site-names";
import { groupsInput, type View, type ViewChange } from "./view";

export function NothingFound({ view, onView }: { view: View; onView: (change: ViewChange) => void }) {
  const siteName = useSiteNames();
  const filters = getFilters(view, siteName);
  const alternatives = filters.map(({ text, without }) => ({ text: `Without ${text}`, to: without }));
  if (view.q !== "" && alternatives.length > 0) {
    alternatives.unshift({ text: `Without “${view.q}”`, to: () => ({ page: 1, q: "", until: "" }) });
  }
  const { length } = alternatives;
  // The most common reason: the notification is already read or archived.
  if (view.tab !== "all") alternatives.unshift({ text: "In all tabs", to: () => ({ tab: "all", page: 1 }) });
  const what = length === 0 ? "this search" : length === 1 ? "this filter" : "these filters";
  return (
    <EmptyState level={2} title="No notifications found" text={`No results for ${what}.`}>
      {alternatives.length > 0 && (
        <ul aria-label="Try instead" className="mb-4 grid gap-1 text-13">
          {alternatives.map(({ text, to }) => (
            <NarrowingSuggestion
              key={text}
              text={text}
              view={{ ...view, ...to(view) }}
              onGo={() => onView(to)}
            />
          ))}
        </ul>
      )}
      <Button onClick={() => onView(unfiltered)}>Clear {length === 0 ? "search" : "filters"}</Button>
    </EmptyState>
  );
}

function NarrowingSuggestion({ text, view, onGo }: { text: string; view: View; onGo: () => void }) {
  const { query } = groupsInput(view);
  const { data } = useApi("listNotificationGroups", { query: { ...query, limit: "1" } });
  if (data?.pagination.total === 0) return null;
  const count = data === undefined ? "" : `: ${counted(data.pagination.total, "notification")}`;
  return (
    <li>
      <QuietButton onClick={onGo} className="min-h-6 wrap-anywhere">
        {text}
        {count}
      </QuietButton>
    </li>
  );
}
