import { Star } from "lucide-react";
import dynamic from "next/dynamic";
import type { NotificationGroup, NotificationView } from "@/contract/notification";
import { itemOf, wroteAs } from "@/contract/place";
import { formatAge } from "@/domain/age";
import { formatAhead, formatMoment } from "@/domain/moment";
import { Badge } from "@/ui/badge";
import { Mention } from "@/ui/mention";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { MentionActions, opening } from "./mention-actions";
import { MentionRow, RowChoice, type Position } from "./mention-row";
import { MentionText } from "./mention-text";
import { useFocusKeeper } from "./focus-keeper";
import { useScreen } from "./screen-context";
import { UndoLine } from "./undo-line";

const StoryPlaces = dynamic(() => import("./story-places").then((file) => file.StoryPlaces));

/** Read here and still listed until the next load: dimmed but legible. */
const doneLook = "bg-sunken [&_.mention-title]:text-ink-2 [&_.matched]:text-ink-3";

/** A notification: its place, author, time, text and actions. */
export function NotificationMention({
  group,
  notification,
  at,
  of,
}: Position & {
  group: NotificationGroup;
  notification: NotificationView;
}) {
  const { actions, now, servedAt, timeZone, view } = useScreen();
  const ref = useFocusKeeper<HTMLLIElement>();
  const { _id: id, createdAt, passage: snippet } = notification;
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
    <MentionRow
      ref={ref}
      id={id}
      status={notification.status}
      at={at}
      of={of}
      className={isDone ? doneLook : ""}
    >
      <Mention
        className={`mention-${post.kind} ${new Date(createdAt) > servedAt ? "draw" : ""}`}
        dateTime={createdAt}
        time={formatMoment(new Date(createdAt), now, timeZone)}
        age={formatAge(new Date(createdAt), now)}
        choice={<RowChoice id={id} title={post.title} />}
        source={<Source notification={notification} isDone={isDone} />}
        title={<Segments of={snippet.title} />}
        below={<Elsewhere group={group} notification={notification} />}
        actions={<MentionActions group={group} notification={notification} />}
      >
        {post.content === "" ? undefined : <MentionText notification={notification} />}
      </Mention>
    </MentionRow>
  );
}

/** Place and author, for rows and the reading pane. */
export function Source({ notification, isDone }: { notification: NotificationView; isDone: boolean }) {
  const item = itemOf(notification);
  const { now, timeZone } = useScreen();
  const { kind, author, over18 } = item;
  const { snoozedUntil } = notification;
  return (
    <>
      <SiteIcon site={item.site} />
      <b>{item.place.label}</b>
      <span>
        <span className={author === null ? "" : "mention-kind"}>
          {kind === "comment" ? "Comment" : "Post"}
          {author !== null && " by "}
        </span>
        {author !== null && wroteAs(item.site, author)}
      </span>
      {over18 && <Badge look="bad">NSFW</Badge>}
      {isDone && <Badge>Read</Badge>}
      {snoozedUntil !== null && <Badge>Until {formatAhead(new Date(snoozedUntil), now, timeZone)}</Badge>}
      {notification.starredAt !== null && (
        <span className="inline-flex">
          <Star className="size-4 fill-current text-warn" aria-hidden="true" />
          <span className="sr-only">Starred</span>
        </span>
      )}
    </>
  );
}

/** Other places with the same story, if any. */
export function Elsewhere({
  group,
  notification,
}: {
  group: NotificationGroup;
  notification: NotificationView;
}) {
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
