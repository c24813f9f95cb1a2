import { Archive, ArchiveRestore, Check, Mail, Trash2 } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { getItem, openText } from "@/contract/place";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { opening, StarIcon } from "./mention-actions";
import { NotRelevant } from "./not-relevant";
import { useScreen } from "./screen-context";
import { Snooze } from "./snooze";
import { Unfollow } from "./unfollow";

export function OpenLink({ notification }: { notification: NotificationView }) {
  const { actions } = useScreen();
  const post = getItem(notification);
  return (
    <ExternalLink href={post.url} look="quiet" data-act="open" {...opening(() => actions.open(notification))}>
      {openText(post)}
    </ExternalLink>
  );
}

export function PaneActions({
  notification,
  isLayer = false,
}: {
  notification: NotificationView;
  isLayer?: boolean;
}) {
  const { actions } = useScreen();
  const { status } = notification;
  const mark = (next: NotificationView["status"]) => actions.mark([notification], next);
  const isStarred = notification.starredAt !== null;
  const notRelevant = (
    <NotRelevant
      notification={notification}
      onArchive={(also) => actions.mark([notification], "archived", also)}
    />
  );
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
      {isLayer ? <Unfollow notification={notification} otherwise={notRelevant} /> : notRelevant}
      <IconButton look="danger" label="Delete" onClick={() => actions.remove([notification])}>
        <Trash2 className="size-4.5" />
      </IconButton>
    </>
  );
}
