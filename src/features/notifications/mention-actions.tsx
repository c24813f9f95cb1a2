import { Archive, ArchiveRestore, Star } from "lucide-react";
import type { MouseEvent } from "react";
import type { NotificationView } from "@/contract/notification";
import { IconButton } from "@/ui/icon-button";
import { useScreen } from "./screen-context";
import { Snooze } from "./snooze";

/** Other mouse buttons open a menu instead of the post. */
export function opening(open: () => void) {
  return { onClick: open, onAuxClick: ({ button }: MouseEvent) => button === 1 && open() };
}

/** They aren't tab stops: the row is one, and keyboard shortcuts press its buttons. */
export function RowActions({ notification, title }: { notification: NotificationView; title: string }) {
  const { actions } = useScreen();
  const isArchived = notification.status === "archived";
  const isStarred = notification.starredAt !== null;
  const quiet = { size: "sm", hasTooltip: false, tabIndex: -1 } as const;
  return (
    <div className="row-actions">
      <IconButton
        {...quiet}
        label={`${isArchived ? "Move back to unread" : "Archive"}: ${title}`}
        data-act="archive"
        onClick={() => actions.mark([notification], isArchived ? "unread" : "archived")}
      >
        {isArchived ? <ArchiveRestore className="size-4" /> : <Archive className="size-4" />}
      </IconButton>
      <IconButton
        {...quiet}
        label={`Star: ${title}`}
        data-act="star"
        aria-pressed={isStarred}
        onClick={() => actions.star([notification])}
      >
        <StarIcon isStarred={isStarred} />
      </IconButton>
      <Snooze several={[notification]} title={title} />
    </div>
  );
}

export function StarIcon({ isStarred }: { isStarred: boolean }) {
  return <Star className={`size-4 ${isStarred ? "fill-current text-warn" : ""}`} />;
}
