import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { listContentLength, type NotificationView } from "@/contract/notification";
import { getItem, getWhere } from "@/contract/place";
import { useApi } from "@/browser/swr";
import { counted } from "@/domain/text/counted";
import { formatAge } from "@/domain/time/age";
import { findOccurrences } from "@/domain/matching/occurrences";
import { formatMoment, formatTime } from "@/domain/time/moment";
import { repeatsTitle } from "@/domain/reading/untitled";
import { Segments } from "@/ui/segments";
import { FollowThread } from "./follow-thread";
import { Source } from "./notification-mention";
import { hitTest, isReply } from "./row-text";
import { useScreen } from "./screen-context";
import { StoryPlaces } from "./story-places";
import { ThreadReplies } from "./thread-replies";
import { ThreadRoot, useRoot } from "./thread-root";
import { useReplies, type Replies } from "./use-replies";
import WholeText from "./whole-text";

export default function Reading({ notification }: { notification: NotificationView }) {
  const { now, timeZone, view } = useScreen();
  const { _id: id, createdAt, highlights, passage: snippet } = notification;
  const item = getItem(notification);
  const isCut = item.content.length >= listContentLength;
  // Lists truncate long texts.
  const { data } = useApi("getNotification", isCut ? { params: { id } } : undefined);
  const content = data === undefined ? item.content : getItem(data.notification).content;
  const matchedDate = new Date(createdAt);
  const replies = useReplies(notification);
  const thread = replies?.thread ?? notification.thread;
  const root = useRoot(notification, replies);
  return (
    <div className="reading">
      <div className="min-w-0">
        {root !== null && <ThreadRoot root={root} notification={notification} />}
        <div className={root === null ? undefined : "reading-reply"}>
          <p className="mention-source">
            <Source notification={notification} isDone={false} />
            <span>
              <time dateTime={createdAt}>{formatMoment(matchedDate, now, timeZone)}</time>,{" "}
              {formatAge(matchedDate, now)}
            </span>
          </p>
          {/* Microblogs have no titles, and the title of a reply is its post's. */}
          {root === null && (
            <h2 className={repeatsTitle(item) ? "sr-only" : "reading-title"} dir="auto">
              <Segments of={snippet.title} isHit={hitTest(notification, view.q)} />
            </h2>
          )}
          {content !== "" && (
            <div className="matched" dir="auto">
              <WholeText
                source={content}
                highlight={highlights}
                searched={view.q}
                where={getWhere(item)}
                isWhole={data !== undefined}
              />
            </div>
          )}
        </div>
        {thread !== null && <FollowThread id={id} thread={thread} count={replies?.count} />}
        {notification.elsewhere.length > 0 && <StoryPlaces notification={notification} />}
        {replies !== undefined && <ThreadReplies of={replies} notification={notification} />}
      </div>
      <Why notification={notification} content={content} replies={replies} />
    </div>
  );
}

function Why({
  notification,
  content,
  replies,
}: {
  notification: NotificationView;
  content: string;
  replies: Replies | undefined;
}) {
  const { now, timeZone } = useScreen();
  const { passage: snippet } = notification;
  const item = getItem(notification);
  const moment = (at: string) => formatMoment(new Date(at), now, timeZone);
  return (
    <section className="reading-why" aria-label="About this notification">
      <h3>Why you got this</h3>
      <ul>
        {notification.highlights.map(({ keyword, ...how }) => {
          const isIn = (text: string, isMarkdown = false) =>
            findOccurrences(text, keyword, { ...how, isMarkdown }).length > 0;
          const found = [
            // A comment's title belongs to its post and isn't searched.
            item.kind === "post" && isIn(item.title) && "in the title",
            isIn(content, true) && (snippet.matchedIn === "link" ? "in a link's URL" : "in the text"),
          ].filter((one) => one !== false);
          return (
            <Fact key={keyword} isFound={found.length > 0}>
              <b className="font-semibold text-ink">“{keyword}”</b>{" "}
              {found.length > 0 ? found.join(" and ") : "in a part that isn't shown"}
              {how.wholeWordOnly && ", whole words only"}
              {how.caseSensitive && ", case-sensitive"}
            </Fact>
          );
        })}
        {(replies?.thread.isFollowed ?? isReply(notification)) && <Fact isFound>You follow this thread</Fact>}
        <Fact isFound>Found in {item.place.label}</Fact>
      </ul>
      {replies !== undefined && replies.count > 0 && (
        <>
          <h3>Thread</h3>
          <p>
            {counted(replies.count, "reply", "replies")}
            {replies.authors > 0 &&
              `, from ${counted(replies.authors, "person", "people")} since you followed it`}
            {replies.thread.isFollowed && replies.thread.since !== null && (
              <>
                <br />
                Following since {formatMoment(new Date(replies.thread.since), now, timeZone)}
              </>
            )}
            {replies.checkedAt !== null && (
              <>
                <br />
                Last checked {formatTime(new Date(replies.checkedAt), timeZone)}
              </>
            )}
          </p>
        </>
      )}
      <h3>When</h3>
      <p>
        Posted {moment(item.createdAt)}, matched {moment(notification.createdAt)}
      </p>
    </section>
  );
}

function Fact({ isFound, children }: { isFound: boolean; children: ReactNode }) {
  const Sign = isFound ? Check : Minus;
  return (
    <li className="flex items-start gap-2">
      <Sign className={`mt-0.5 size-4 flex-none ${isFound ? "text-ok" : "text-ink-3"}`} aria-hidden="true" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </li>
  );
}
