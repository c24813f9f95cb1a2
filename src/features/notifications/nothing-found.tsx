import { useApi } from "@/browser/swr";
import { counted } from "@/domain/text/counted";
import { notificationDays } from "@/domain/plans/retention";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Kbd } from "@/ui/kbd";
import { QuietButton } from "@/ui/quiet-link";
import { getFilters, unfiltered } from "./filters";
import { useScreen, useSiteNames } from "./screen-context";
import { groupsInput, isSearch, type View } from "./view";

const emptyTexts = {
  unread: "You're all caught up! No unread notifications.",
  starred: "Star anything important (press s). Starred items stay here even after you archive them.",
  snoozed: "No snoozed notifications. Once snoozed, they wait here, then return to your unread list.",
  following: "Follow a thread from one of its posts or comments (press f). New replies appear here.",
  read: `We keep notifications you've read for ${notificationDays} days.`,
  archived: `We keep archived notifications for ${notificationDays} days.`,
  all: `We keep matches for ${notificationDays} days.`,
} as const;

/** `waiting`: the number of matches that arrived since the list was loaded. */
export function NothingFound({ waiting, onShow }: { waiting: number; onShow: () => void }) {
  const { view, go } = useScreen();
  if (waiting > 0) {
    return (
      <EmptyState
        level={2}
        title={counted(waiting, "new match", "new matches")}
        text={`${waiting === 1 ? "It" : "They"} arrived after this list was loaded.`}
      >
        <Button onClick={onShow}>
          Show new matches
          <Kbd aria-hidden="true" className="inbox-wide">
            .
          </Kbd>
        </Button>
      </EmptyState>
    );
  }
  if (isSearch(view)) return <OtherSearches />;
  return (
    <EmptyState level={2} title="No notifications found" text={emptyTexts[view.tab]}>
      {view.tab === "unread" && (
        <QuietButton onClick={() => go(() => ({ tab: "read", page: 1 }))}>
          Show read notifications
        </QuietButton>
      )}
    </EmptyState>
  );
}

function OtherSearches() {
  const { view, go } = useScreen();
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
            <NarrowingSuggestion key={text} text={text} view={{ ...view, ...to(view) }} onGo={() => go(to)} />
          ))}
        </ul>
      )}
      <Button onClick={() => go(unfiltered)}>Clear {length === 0 ? "search" : "filters"}</Button>
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
