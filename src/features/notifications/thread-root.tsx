import { useEffect, useState } from "react";
import type { ThreadRootView } from "@/contract/followed-thread";
import type { NotificationView } from "@/contract/notification";
import { getItem, getWhere, wroteAs } from "@/contract/place";
import { formatMoment } from "@/domain/time/moment";
import { wholeCharacter } from "@/domain/text/snippet";
import { repeatsTitle } from "@/domain/reading/untitled";
import { Button } from "@/ui/button";
import { PostSource } from "@/ui/post-source";
import { useScreen } from "./screen-context";
import type { Replies } from "./use-replies";
import WholeText from "./whole-text";

/** Posts by the watch that follows them, so the next reply shows its post without waiting. */
const roots = new Map<string, ThreadRootView>();

/** Null if the notification isn't a reply to a followed thread, or the post isn't known. */
export function useRoot(notification: NotificationView, replies: Replies | undefined): ThreadRootView | null {
  const { watchId, highlights } = notification;
  // Replies that a keyword matched are shown on their own.
  const isReply = getItem(notification).kind === "comment" && highlights.length === 0;
  const [known] = useState(() => roots.get(watchId) ?? null);
  const root = replies === undefined ? known : replies.root;
  useEffect(() => {
    if (isReply && root !== null) roots.set(watchId, root);
  }, [isReply, root, watchId]);
  return isReply ? root : null;
}

/** Longer posts are cut, so the reply below stays in view (UTF-16 units). */
const maxLength = 400;

/** The post that a reply belongs to, above the reply. */
export function ThreadRoot({ root, notification }: { root: ThreadRootView; notification: NotificationView }) {
  const { site, place } = getItem(notification);
  const { now, timeZone } = useScreen();
  const [isWhole, setWhole] = useState(false);
  const isCut = root.content.length > maxLength && !isWhole;
  const content = isCut ? `${cut(root.content)}…` : root.content;
  return (
    <>
      <p className="mention-source">
        <PostSource
          site={site}
          place={place.label}
          kind="post"
          author={root.author && wroteAs(site, root.author)}
        />
        <time dateTime={root.createdAt}>{formatMoment(new Date(root.createdAt), now, timeZone)}</time>
      </p>
      <h2 className={repeatsTitle(root) ? "sr-only" : "reading-title"} dir="auto">
        {root.title}
      </h2>
      {root.content !== "" && (
        <div className="matched" dir="auto">
          <WholeText source={content} highlight={[]} searched="" where={getWhere({ site, place })} />
        </div>
      )}
      {isCut && (
        <Button look="ghost" size="sm" className="-ml-3" onClick={() => setWhole(true)}>
          Show the whole post
        </Button>
      )}
    </>
  );
}

/** Up to the last space before the limit. */
function cut(text: string): string {
  const end = text.lastIndexOf(" ", maxLength);
  return text.slice(0, end > 0 ? end : wholeCharacter(text, maxLength));
}
