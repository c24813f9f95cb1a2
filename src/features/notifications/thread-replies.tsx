import type { NotificationView } from "@/contract/notification";
import { getItem, getWhere, openText, wroteAs } from "@/contract/place";
import { formatCount } from "@/domain/text/counted";
import type { Highlight } from "@/domain/markdown/marks";
import { formatMoment } from "@/domain/time/moment";
import { Button } from "@/ui/button";
import { opening } from "./item-buttons";
import { useScreen } from "./screen-context";
import type { Replies } from "./use-replies";
import WholeText from "./whole-text";

/** The replies of a followed thread, latest first, without the selected one. */
export function ThreadReplies({ of: thread, notification }: { of: Replies; notification: NotificationView }) {
  const { unread, next, isLoading, showEarlier } = thread;
  const { kind, url } = getItem(notification);
  const replies = thread.replies.filter((reply) => getItem(reply).url !== url);
  if (replies.length === 0) return null;
  return (
    <section className="mt-6 max-w-[42rem] text-13" aria-labelledby="thread-replies">
      <h3
        id="thread-replies"
        className="flex justify-between border-b border-line pb-2 text-13 font-semibold"
      >
        {kind === "comment" ? "Other replies" : "Replies"}
        {unread > 0 && <span className="font-normal text-ink-3">{formatCount(unread)} new</span>}
      </h3>
      <ol>
        {replies.map((reply) => (
          <Reply key={reply._id} reply={reply} highlight={notification.highlights} />
        ))}
      </ol>
      {next > 0 && (
        <Button look="ghost" size="sm" className="-ml-3" isPending={isLoading} onClick={showEarlier}>
          Show {formatCount(next)} earlier {next === 1 ? "reply" : "replies"}
        </Button>
      )}
    </section>
  );
}

/** A reply to another comment is indented once. */
function Reply({ reply, highlight }: { reply: NotificationView; highlight: readonly Highlight[] }) {
  const { actions, now, timeZone, view } = useScreen();
  const item = getItem(reply);
  const isNew = reply.status === "unread";
  const isNested = reply.replyTo !== null;
  return (
    <li
      className={`py-3 ${isNested ? "ml-6 border-l border-accent-line pl-4" : "border-t border-line first:border-0"}`}
    >
      <p className="flex items-center gap-2 text-ink-3">
        <b className="min-w-0 font-semibold wrap-anywhere text-ink-2">
          {item.author === null ? "Deleted account" : wroteAs(item.site, item.author)}
        </b>
        {isNew && (
          <span className="size-2 flex-none rounded-full bg-accent forced-colors:bg-[CanvasText]">
            <span className="sr-only">Unread</span>
          </span>
        )}
        {isNested && <span className="sr-only">Reply to {wroteAs(item.site, reply.replyTo!)}</span>}
        <a
          href={item.url}
          target="_blank"
          rel="noopener noreferrer nofollow ugc"
          className="ml-auto flex-none hover:underline"
          {...opening(() => actions.open(reply))}
        >
          <span className="sr-only">{openText(item)}: </span>
          <time dateTime={item.createdAt}>{formatMoment(new Date(item.createdAt), now, timeZone)}</time>
        </a>
      </p>
      <div className="matched" dir="auto">
        <WholeText
          source={item.content}
          highlight={reply.highlights.length > 0 ? reply.highlights : highlight}
          searched={view.q}
          where={getWhere(item)}
        />
      </div>
    </li>
  );
}
