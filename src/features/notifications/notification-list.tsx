import dynamic from "next/dynamic";
import { useState } from "react";
import type { GroupedResponse, NotificationGroup as GroupView } from "@/contract/notification";
import { notificationDays } from "@/domain/retention";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { MentionSkeleton, Skeleton } from "@/ui/skeleton";
import { messageOf } from "./failure";
import { leavesWithOthers, type LeavingByKey } from "@/contract/leaving";
import { NotificationGroup } from "./notification-group";
import { useScreen } from "./screen-context";
import { groupKey } from "./use-actions";
import { noisyOf, quietFirst } from "./noisy";
import { ReadingPane } from "./reading-pane";
import { SelectionBar } from "./selection-bar";
import { useIsSelecting } from "./selection-store";
import { groupsKey, isSearch, type ViewChange } from "./view";

const NothingFound = dynamic(() => import("./nothing-found").then((file) => file.NothingFound));

/** Loading state of a view. */
export interface Loading {
  data: GroupedResponse | undefined;
  error: Error | undefined;
  isLoading: boolean;
  onRetry: () => void;
}

/** The groups of a view, or its loading, error or empty state. */
export function NotificationList({
  loading,
  onView,
}: {
  loading: Loading;
  onView: (change: ViewChange) => void;
}) {
  const { data, error, isLoading, onRetry } = loading;
  const { actions, view } = useScreen();
  if (data === undefined) {
    if (error === undefined) return <ListSkeleton />;
    return (
      <Card>
        <ErrorState
          title="Error loading notifications"
          text={messageOf(error)}
          isPending={isLoading}
          onRetry={onRetry}
        />
      </Card>
    );
  }
  const groups = data.groupedNotifications.filter((group) => !isSentAway(group, actions.leaving));
  if (groups.length === 0) {
    return (
      <Card>
        {isSearch(view) ? (
          <NothingFound view={view} onView={onView} />
        ) : (
          <EmptyState level={2} title="No notifications found" text={emptyText[view.tab]} />
        )}
      </Card>
    );
  }
  return <Inbox key={groupsKey(view)} groups={groups} />;
}

/** The groups, the bulk actions for selected notifications and, from 1,100 px, the reading pane. */
function Inbox({ groups }: { groups: readonly GroupView[] }) {
  const isSelecting = useIsSelecting();
  // Computed only once, so groups don't move while their counts change.
  const [noisy] = useState(() => noisyOf(groups));
  return (
    <div className="inbox">
      <div className="inbox-list" data-selecting={isSelecting || undefined}>
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {quietFirst(groups, noisy).map((group, index) => (
            <NotificationGroup
              key={group._id}
              group={group}
              isFirst={index === 0}
              isNoisy={noisy.has(group._id)}
            />
          ))}
        </ul>
        <SelectionBar groups={groups} />
      </div>
      <ReadingPane groups={groups} />
    </div>
  );
}

/**
 * True if every shown notification of the group has been sent for deletion, individually or with the group.
 */
function isSentAway(group: GroupView, leaving: LeavingByKey): boolean {
  const isSent = (key: string) => leaving.get(key)?.isSent === true;
  const { count, notifications } = group;
  if (isSent(groupKey(group))) return true;
  const isGone = (id: string) => isSent(id) || leavesWithOthers(leaving, id);
  return count <= notifications.length && notifications.every(({ _id }) => isGone(_id));
}

const emptyText = {
  unread: "You're all caught up! No unread notifications.",
  starred: "Star anything important (press s). Starred items stay here even after you archive them.",
  snoozed: "No snoozed notifications. Once snoozed, they wait here, then return to your unread list.",
  read: `We keep notifications you've read for ${notificationDays} days.`,
  archived: `We keep archived notifications for ${notificationDays} days.`,
  all: `We keep matches for ${notificationDays} days.`,
} as const;

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      {[3, 0, 0].map((mentions, index) => (
        <Card key={index} aria-busy="true">
          <div className="flex min-h-13.5 items-center justify-between px-5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="w-12" />
          </div>
          {mentions > 0 && (
            <div className="border-t border-line sm:pl-2">
              <MentionSkeleton count={mentions} />
            </div>
          )}
        </Card>
      ))}
    </div>
  );
}
