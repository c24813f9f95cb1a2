import { Star } from "lucide-react";
import type { NotificationView } from "@/contract/notification";
import { elsewhereText, getItem, wroteAs } from "@/contract/place";
import { formatAge } from "@/domain/age";
import { formatAhead, formatMoment } from "@/domain/moment";
import { Badge } from "@/ui/badge";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { RowActions } from "./mention-actions";
import { MentionRow, RowChoice, type Position } from "./mention-row";
import { hitTest, rowText } from "./row-text";
import { useScreen } from "./screen-context";

export function NotificationMention({ notification, at, of }: Position & { notification: NotificationView }) {
  const { now, servedAt, timeZone, view } = useScreen();
  const { _id: id, createdAt, elsewhere, replyTo, status } = notification;
  const { site, title } = getItem(notification);
  const lines = rowText(notification);
  const isHit = hitTest(notification, view.q);
  const isDone = status === "read" && view.tab === "unread";
  const date = new Date(createdAt);
  return (
    <MentionRow id={id} status={status} at={at} of={of} isNew={date > servedAt}>
      <span className="mention-mark">
        {status === "unread" && (
          <span className="mention-dot">
            <span className="sr-only">Unread</span>
          </span>
        )}
        <RowChoice id={id} title={title} />
      </span>
      <article className="mention-short">
        <p className="mention-source">
          <Source notification={notification} isDone={isDone} />
          <time dateTime={createdAt} title={formatAge(date, now)}>
            {formatMoment(date, now, timeZone)}
          </time>
        </p>
        {lines.map(({ kind, segments }) =>
          kind === "title" ? (
            <h3 key={kind} className="mention-title" dir="auto">
              <Segments of={segments} isHit={isHit} />
            </h3>
          ) : (
            <p key={kind} className="matched" dir="auto">
              <Segments of={segments} isHit={isHit} />
            </p>
          ),
        )}
        {replyTo !== null && <p className="mention-also">Reply to {wroteAs(site, replyTo)}</p>}
        {elsewhere.length > 0 && <p className="mention-also">{elsewhereText(elsewhere)}</p>}
      </article>
      <RowActions notification={notification} title={title} />
    </MentionRow>
  );
}

export function Source({ notification, isDone }: { notification: NotificationView; isDone: boolean }) {
  const item = getItem(notification);
  const { now, timeZone } = useScreen();
  const { kind, author, over18 } = item;
  const { snoozedUntil } = notification;
  return (
    <>
      <SiteIcon site={item.site} />
      <b>{item.place.label}</b>
      <span className="mention-author">
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
