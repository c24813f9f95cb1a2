import type { NotificationView } from "@/contract/notification";
import { formatAge } from "@/domain/age";
import { Markdown } from "@/ui/markdown";
import { MarkedText } from "@/ui/marked-text";

/** What was written, by whom and where, with the heard word marked. */
export function NotificationText({ notification, now }: { notification: NotificationView; now: Date }) {
  const { redditPost: post, matchedKeyword: keyword } = notification;
  // Of a comment the title is its post's, which is shown and never matched.
  const title = post.kind === "post" ? <MarkedText text={post.title} keyword={keyword} /> : post.title;
  return (
    <article className="grid gap-2">
      <p className="text-13 text-ink-3">
        r/{post.subreddit} · {post.kind === "comment" ? "comment" : "post"}
        {post.author !== null && <> by u/{post.author}</>} ·{" "}
        {formatAge(new Date(notification.createdAt), now)} · heard &quot;{keyword}&quot;
        {post.over18 && <> · NSFW</>}
      </p>
      <h2 className="font-serif text-17 font-semibold">{title}</h2>
      <div className="font-serif text-17">
        <Markdown source={post.content} highlight={{ keyword }} />
      </div>
    </article>
  );
}
