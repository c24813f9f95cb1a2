import { Archive, ArchiveRestore, Check, Mail, Star, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import type { NotificationView } from "@/contract/notification";
import { getItem, openText } from "@/contract/place";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { NotRelevant } from "./not-relevant";
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

/** The link to the post. Opening it marks the notification as read. */
export function OpenLink({ notification }: { notification: NotificationView }) {
  const { actions } = useScreen();
  const post = getItem(notification);
  return (
    <ExternalLink href={post.url} look="quiet" data-act="open" {...opening(() => actions.open(notification))}>
      {openText(post)}
    </ExternalLink>
  );
}

export function PaneActions({ notification }: { notification: NotificationView }) {
  const { actions } = useScreen();
  const { status } = notification;
  const mark = (next: NotificationView["status"]) => actions.mark([notification], next);
  const isStarred = notification.starredAt !== null;
  return (
    <>
      {status === "archived" ? (
        <IconButton label="Move back to unread" data-act="archive" onClick={() => mark("unread")}>
          <ArchiveRestore className="size-4.5" />
        </IconButton>
      ) : (
        <IconButton label="Archive" data-act="archive" onClick={() => mark("archived")}>
          <Archive className="size-4.5" />
        </IconButton>
      )}
      <Snooze several={[notification]} />
      <IconButton
        label="Star"
        data-act="star"
        aria-pressed={isStarred}
        onClick={() => actions.star([notification])}
      >
        <StarIcon isStarred={isStarred} />
      </IconButton>
      {status === "unread" && (
        <IconButton label="Mark as read" data-act="toggle-read" onClick={() => mark("read")}>
          <Check className="size-4.5" />
        </IconButton>
      )}
      {status === "read" && (
        <IconButton label="Mark as unread" data-act="toggle-read" onClick={() => mark("unread")}>
          <Mail className="size-4.5" />
        </IconButton>
      )}
      <NotRelevant
        notification={notification}
        onArchive={(also) => actions.mark([notification], "archived", also)}
      />
      <IconButton look="danger" label="Delete" onClick={() => actions.remove([notification])}>
        <Trash2 className="size-4.5" />
      </IconButton>
    </>
  );
}

function StarIcon({ isStarred }: { isStarred: boolean }) {
  return <Star className={`size-4 ${isStarred ? "fill-current text-warn" : ""}`} />;
}
