import Link from "next/link";
import type { MouseEvent } from "react";
import type { NotificationView } from "@/contract/notification";
import { elsewhereText, getItem } from "@/contract/place";
import { useMarkOpened } from "@/browser/use-mark-opened";
import { formatAge } from "@/domain/time/age";
import { formatMoment } from "@/domain/time/moment";
import { mentionPath } from "@/domain/route-table";
import { nearMatch } from "@/domain/text/snippet";
import { repeatsTitle } from "@/domain/reading/untitled";
import { Badge } from "@/ui/badge";
import { Card, CardHead } from "@/ui/card";
import { ExternalLink } from "@/ui/external-link";
import { QuietLink } from "@/ui/quiet-link";
import { Segments } from "@/ui/segments";
import { SiteIcon } from "@/ui/site-icon";
import { NothingYet } from "./nothing-yet";
import { shownRows } from "./queries";

export function RecentNotifications({
  notifications,
  now,
  timeZone,
}: {
  notifications: readonly NotificationView[];
  now: Date;
  timeZone: string;
}) {
  const all = (
    <QuietLink href="/notifications">
      View all<span className="sr-only"> notifications</span>
    </QuietLink>
  );
  if (notifications.length === 0)
    return (
      <NothingYet
        title="Recent Notifications"
        titleId="recent-notifications"
        all={all}
        text="No notifications yet"
      />
    );
  return (
    <Card aria-labelledby="recent-notifications">
      <CardHead title="Recent Notifications" titleId="recent-notifications">
        {all}
      </CardHead>
      <ul className="divide-y divide-line">
        {notifications.slice(0, shownRows).map((notification) => (
          <li key={notification._id}>
            <RecentRow notification={notification} now={now} timeZone={timeZone} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function RecentRow({
  notification,
  now,
  timeZone,
}: {
  notification: NotificationView;
  now: Date;
  timeZone: string;
}) {
  const {
    _id: id,
    createdAt,
    status,
    matchedKeyword: keyword,
    openedAt,
    passage: snippet,
    elsewhere,
  } = notification;
  const markOpened = useMarkOpened();
  const post = getItem(notification);
  const isRepeated = repeatsTitle(post);
  const text = nearMatch(snippet.text);
  const at = new Date(createdAt);
  const open = () => {
    if (status === "unread" || openedAt === null) void markOpened(id);
  };
  // Other mouse buttons open a menu instead of the post.
  const openByMiddle = ({ button }: MouseEvent) => button === 1 && open();
  return (
    <article className="mention grid-cols-[4.75rem_minmax(0,1fr)_auto]! max-sm:grid-cols-[4.375rem_minmax(0,1fr)_auto]!">
      <p className="mention-margin">
        <b className="block font-semibold text-ink">
          <time dateTime={createdAt}>{formatMoment(at, now, timeZone)}</time>
        </b>
        {formatAge(at, now)}
      </p>
      <div className="mention-body pr-2!">
        <p className="mention-source">
          <SiteIcon site={post.site} />
          <b>{post.place.label}</b>
          <bdi className="min-w-0 wrap-anywhere">{keyword}</bdi>
          {post.over18 && <Badge look="bad">NSFW</Badge>}
          {elsewhere.length > 0 && <span>{elsewhereText(elsewhere)}</span>}
        </p>
        <h3 className="mention-title line-clamp-2 font-medium!" dir="auto">
          <Link href={mentionPath(id)} prefetch={false}>
            <Segments of={isRepeated ? text : snippet.title} />
          </Link>
        </h3>
        {!isRepeated && text.some(({ isHeard }) => isHeard) && (
          <p className="matched line-clamp-2 wrap-anywhere" dir="auto">
            <Segments of={text} />
          </p>
        )}
      </div>
      <ExternalLink
        href={post.url}
        look="ghost"
        label={`Open post: ${post.title}`}
        className="mr-3 self-center max-sm:mr-0"
        onClick={open}
        onAuxClick={openByMiddle}
      />
    </article>
  );
}
