import { Archive, ArchiveRestore, Check, Mail, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import type { NotificationGroup, NotificationView } from "@/contract/notification";
import { itemOf, openText, wroteAs } from "@/contract/place";
import { formatAge } from "@/domain/age";
import { formatMoment } from "@/domain/moment";
import { Badge } from "@/ui/badge";
import { Clip } from "@/ui/clip";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { Segments } from "@/ui/segments";
import { ClipText } from "./clip-text";
import { NotRelevant } from "./not-relevant";
import { useFocusKeeper } from "./focus-keeper";
import { useScreen } from "./screen-context";
import { StoryPlaces } from "./story-places";
import { UndoLine } from "./undo-line";

/** Read here, and there until the next load: quieter, and still legible. */
const doneLook = "bg-sunken [&_.clip-title]:text-ink-2 [&_.heard]:text-ink-3";

/** One notification: where, by whom and when, what was written, and what can be done with it. */
export function NotificationClip({
  group,
  notification,
}: {
  group: NotificationGroup;
  notification: NotificationView;
}) {
  const { actions, now, servedAt, timeZone, view } = useScreen();
  const ref = useFocusKeeper<HTMLLIElement>();
  const { _id: id, createdAt, passage } = notification;
  const post = itemOf(notification);
  if (actions.leaving.has(id)) {
    return (
      <li ref={ref}>
        <UndoLine onUndo={() => actions.undo(id)}>Notification deleted.</UndoLine>
      </li>
    );
  }
  const isDone = notification.status === "read" && view.tab === "unread";
  return (
    <li
      ref={ref}
      tabIndex={-1}
      className={isDone ? doneLook : undefined}
      data-row
      data-status={notification.status}
    >
      <Clip
        className={new Date(createdAt) > servedAt ? "draw" : ""}
        dateTime={createdAt}
        time={formatMoment(new Date(createdAt), now, timeZone)}
        age={formatAge(new Date(createdAt), now)}
        source={<Source notification={notification} isDone={isDone} />}
        title={<Segments of={passage.title} />}
        below={<Elsewhere group={group} notification={notification} />}
        actions={<ClipActions group={group} notification={notification} />}
      >
        {post.content === "" ? undefined : <ClipText notification={notification} />}
      </Clip>
    </li>
  );
}

function Source({ notification, isDone }: { notification: NotificationView; isDone: boolean }) {
  const item = itemOf(notification);
  const { kind, author, over18 } = item;
  return (
    <>
      <b>{item.place.label}</b>
      <span>
        {kind === "comment" ? "Comment" : "Post"}
        {author !== null && <> by {wroteAs(item.site, author)}</>}
      </span>
      {over18 && <Badge look="bad">NSFW</Badge>}
      {isDone && <Badge>Read</Badge>}
    </>
  );
}

function Elsewhere({ group, notification }: { group: NotificationGroup; notification: NotificationView }) {
  const { actions, now, timeZone } = useScreen();
  if (notification.elsewhere.length === 0) return null;
  return (
    <StoryPlaces
      elsewhere={notification.elsewhere}
      now={now}
      timeZone={timeZone}
      {...opening(() => actions.open(group, notification))}
    />
  );
}

/** The other buttons of a mouse open a menu, not the post. */
function opening(open: () => void) {
  return { onClick: open, onAuxClick: ({ button }: MouseEvent) => button === 1 && open() };
}

/** Named for what they act on: a list of them reads as such. */
function ClipActions({ group, notification }: { group: NotificationGroup; notification: NotificationView }) {
  const { actions } = useScreen();
  const { status } = notification;
  const post = itemOf(notification);
  const mark = (next: NotificationView["status"]) => actions.mark(group, notification, next);
  const open = () => actions.open(group, notification);
  return (
    <>
      <ExternalLink href={post.url} look="quiet" data-act="open" {...opening(open)}>
        {openText(post)}
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
