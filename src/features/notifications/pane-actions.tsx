import { BellOff, ThumbsDown } from "lucide-react";
import { lazy, Suspense } from "react";
import type { NotificationThread } from "@/contract/followed-thread";
import type { NotificationView } from "@/contract/notification";
import { IconButton } from "@/ui/icon-button";
import { ArchiveButton, DeleteButton, ReadButtons, SnoozeButton, StarButton } from "./item-buttons";
import { useFollow } from "./use-follow";
import { usePopover } from "./use-popover";
import { useReplies } from "./use-replies";

const Exclusions = lazy(() => import("./exclusions"));

export function PaneActions({
  notification,
  isLayer = false,
}: {
  notification: NotificationView;
  isLayer?: boolean;
}) {
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
      <IconButton {...button} label="Not relevant" data-act="not-relevant">
        <ThumbsDown className="size-4" />
      </IconButton>
      <Suspense>{isOpen && <Exclusions {...popover} notification={notification} />}</Suspense>
    </>
  );
}
