import { notificationDays } from "@/domain/retention";
import { EmptyState } from "@/ui/empty-state";
import { NothingFound } from "./nothing-found";
import { useScreen } from "./screen-context";
import { isSearch, type ViewChange } from "./view";

export function NothingListed({ onView }: { onView: (change: ViewChange) => void }) {
  const { view } = useScreen();
  if (isSearch(view)) return <NothingFound view={view} onView={onView} />;
  return <EmptyState level={2} title="No notifications found" text={emptyText[view.tab]} />;
}

const emptyText = {
  unread: "You're all caught up! No unread notifications.",
  starred: "Star anything important (press s). Starred items stay here even after you archive them.",
  snoozed: "No snoozed notifications. Once snoozed, they wait here, then return to your unread list.",
  following: "Follow a thread from one of its posts or comments (press f). New replies appear here.",
  read: `We keep notifications you've read for ${notificationDays} days.`,
  archived: `We keep archived notifications for ${notificationDays} days.`,
  all: `We keep matches for ${notificationDays} days.`,
} as const;
