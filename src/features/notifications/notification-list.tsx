import type { GroupedAnswer } from "@/contract/notification";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { ClipSkeleton, Skeleton } from "@/ui/skeleton";
import { messageOf } from "./failure";
import { NotificationGroup } from "./notification-group";
import { useScreen } from "./screen-context";
import { isSearch } from "./view";

/** How far the data of a view is. */
export interface Loading {
  data: GroupedAnswer | undefined;
  error: Error | undefined;
  isLoading: boolean;
  onRetry: () => void;
}

/** The groups of a view, or what stands for them: on their way, failed, none. */
export function NotificationList({ loading, onClear }: { loading: Loading; onClear: () => void }) {
  const { data, error, isLoading, onRetry } = loading;
  const { view } = useScreen();
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
  if (data.groupedNotifications.length === 0) {
    const isFiltered = isSearch(view);
    return (
      <Card>
        <EmptyState
          level={2}
          title="No notifications found"
          text={isFiltered ? "Nothing fits this search." : emptyText[view.tab]}
        >
          {isFiltered ? <Button onClick={onClear}>Clear search</Button> : undefined}
        </EmptyState>
      </Card>
    );
  }
  return (
    <ul className="grid gap-3">
      {data.groupedNotifications.map((group, index) => (
        <NotificationGroup key={group._id} group={group} isFirst={index === 0} />
      ))}
    </ul>
  );
}

const emptyText = {
  unread: "You're all caught up! No unread notifications.",
  read: "What you have read is kept here for 90 days.",
  archived: "What you archive is kept here for 90 days.",
} as const;

function ListSkeleton() {
  return (
    <div className="grid gap-3">
      {[3, 0, 0].map((clips, index) => (
        <Card key={index} aria-busy="true">
          <div className="flex min-h-13.5 items-center justify-between px-5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="w-12" />
          </div>
          {clips > 0 && (
            <div className="border-t border-line sm:pl-2">
              <ClipSkeleton count={clips} />
            </div>
          )}
        </Card>
      ))}
    </div>
  );
}
