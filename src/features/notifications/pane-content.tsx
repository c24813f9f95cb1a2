import { BellOff, ChevronLeft, ThumbsDown } from "lucide-react";
import { lazy, Suspense } from "react";
import type { NotificationThread } from "@/contract/followed-thread";
import type { NotificationView } from "@/contract/notification";
import { getItem, openText } from "@/contract/place";
import { ExternalLink } from "@/ui/external-link";
import { IconButton } from "@/ui/icon-button";
import { ArchiveButton, DeleteButton, opening, ReadButtons, SnoozeButton, StarButton } from "./item-buttons";
import Reading from "./reading";
import { useScreen } from "./screen-context";
import { setLayer } from "./selection-store";
import { useFollow } from "./use-follow";
import { usePopover } from "./use-popover";
import { useReplies } from "./use-replies";

const Exclusions = lazy(() => import("./exclusions"));

/** A notification with its actions. As a layer, these are at the thumb. */
export function PaneContent({
  notification,
  isLayer,
  position,
}: {
  notification: NotificationView;
  isLayer: boolean;
  position: string;
}) {
  const { actions } = useScreen();
  const post = getItem(notification);
  return (
    <>
      <div className="pane-head" data-of={notification._id}>
        {isLayer && (
          <IconButton
            label="Back to the list"
            hasTooltip={false}
            className="pane-back"
            onClick={() => setLayer(false)}
          >
            <ChevronLeft />
          </IconButton>
        )}
        <ExternalLink
          href={post.url}
          look="quiet"
          data-act="open"
          {...opening(() => actions.open(notification))}
        >
          {openText(post)}
        </ExternalLink>
        {!isLayer && <PaneActions notification={notification} isLayer={false} />}
        <span className="pane-at">{position}</span>
      </div>
      <Reading notification={notification} />
      {isLayer && (
        <div className="pane-thumb">
          <PaneActions notification={notification} isLayer />
        </div>
      )}
    </>
  );
}

function PaneActions({ notification, isLayer }: { notification: NotificationView; isLayer: boolean }) {
  const acted = { several: [notification] };
  const thread = useReplies(notification)?.thread ?? notification.thread;
  return (
    <>
      <ArchiveButton {...acted} isArchived={notification.status === "archived"} />
      <SnoozeButton {...acted} />
      <StarButton {...acted} />
      <ReadButtons {...acted} />
      {/* Also here in the layer, so it is reachable below long texts. */}
      {isLayer && thread?.isFollowed ? (
        <Unfollow id={notification._id} thread={thread} />
      ) : (
        <NotRelevant notification={notification} />
      )}
      <DeleteButton {...acted} />
    </>
  );
}

function Unfollow({ id, thread }: { id: string; thread: NotificationThread }) {
  const { unfollow, isPending } = useFollow(id, thread);
  return (
    <IconButton
      label="Unfollow"
      hasTooltip={false}
      aria-busy={isPending}
      onClick={() => isPending || void unfollow()}
    >
      <BellOff className="size-4.5" />
    </IconButton>
  );
}

function NotRelevant({ notification }: { notification: NotificationView }) {
  const { isOpen, button, popover } = usePopover();
  return (
    <>
      <IconButton {...button} label="Not relevant" data-act="not-relevant" className="pane-labeled">
        <ThumbsDown className="size-4" />
        <span className="pane-label">Not relevant</span>
      </IconButton>
      <Suspense>{isOpen && <Exclusions {...popover} notification={notification} />}</Suspense>
    </>
  );
}
