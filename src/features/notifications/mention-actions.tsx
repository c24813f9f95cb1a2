import { Archive, ArchiveRestore, Check, Mail, Star, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import type { NotificationGroup, NotificationView } from "@/contract/notification";
import { itemOf, openText } from "@/contract/place";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { NotRelevant } from "./not-relevant";
import { useScreen } from "./screen-context";
import { Snooze } from "./snooze";

/** Other mouse buttons open a menu instead of the post. */
export function opening(open: () => void) {
  return { onClick: open, onAuxClick: ({ button }: MouseEvent) => button === 1 && open() };
}

/**
 * The actions for a notification, in its row and in the reading pane. Keyboard shortcuts press the row's
 * buttons.
 */
export function MentionActions({
  group,
  notification,
}: {
  group: NotificationGroup;
  notification: NotificationView;
}) {
  const { actions } = useScreen();
  const { status } = notification;
  const post = itemOf(notification);
  const mark = (next: NotificationView["status"]) => actions.mark(group, notification, next);
  const open = () => actions.open(group, notification);
  return (
    <>
      <ExternalLink href={post.url} look="quiet" data-act="open" {...opening(open)}>
        <span className="mention-open">{openText(post)}</span>
      </ExternalLink>
      {status === "unread" && (
        <IconButton size="sm" label="Mark as read" data-act="toggle-read" onClick={() => mark("read")}>
          <Check className="size-4" />
        </IconButton>
      )}
      {status === "read" && (
        <IconButton size="sm" label="Mark as unread" data-act="toggle-read" onClick={() => mark("unread")}>
          <Mail className="size-4" />
        </IconButton>
      )}
      <StarButton
        isStarred={notification.starredAt !== null}
        onClick={() => actions.star({ group, item: notification })}
      />
      <Snooze several={[{ group, item: notification }]} />
      {status === "archived" ? (
        <IconButton size="sm" label="Move back to unread" data-act="archive" onClick={() => mark("unread")}>
          <ArchiveRestore className="size-4" />
        </IconButton>
      ) : (
        <IconButton size="sm" label="Archive" data-act="archive" onClick={() => mark("archived")}>
          <Archive className="size-4" />
        </IconButton>
      )}
      <NotRelevant
        notification={notification}
        onArchive={(also) => actions.mark(group, notification, "archived", also)}
      />
      <IconButton size="sm" look="danger" label="Delete" onClick={() => actions.remove(notification)}>
        <Trash2 className="size-4" />
      </IconButton>
    </>
  );
}

function StarButton({ isStarred, onClick }: { isStarred: boolean; onClick: () => void }) {
  return (
    <IconButton size="sm" label="Star" data-act="star" aria-pressed={isStarred} onClick={onClick}>
      <Star className={`size-4 ${isStarred ? "fill-current text-warn" : ""}`} />
    </IconButton>
  );
}
