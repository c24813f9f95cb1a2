import { BellOff } from "lucide-react";
import type { ReactNode } from "react";
import type { NotificationThread } from "@/contract/followed-thread";
import type { NotificationView } from "@/contract/notification";
import { IconButton } from "@/ui/icon-button";
import { useFollow } from "./use-follow";
import { useReplies } from "./use-replies";

/** Among the layer's actions, so it is reachable below long texts. `otherwise`: if the thread isn't followed. */
export function Unfollow({
  notification,
  otherwise,
}: {
  notification: NotificationView;
  otherwise: ReactNode;
}) {
  const thread = useReplies(notification)?.thread ?? notification.thread;
  if (thread === null || !thread.isFollowed || thread.watchId === null) return otherwise;
  return <UnfollowButton id={notification._id} thread={thread} watchId={thread.watchId} />;
}

function UnfollowButton({
  id,
  thread,
  watchId,
}: {
  id: string;
  thread: NotificationThread;
  watchId: string;
}) {
  const { unfollow, isPending } = useFollow(id, thread);
  return (
    <IconButton
      label="Unfollow"
      hasTooltip={false}
      aria-busy={isPending}
      onClick={() => isPending || void unfollow(watchId)}
    >
      <BellOff className="size-4.5" />
    </IconButton>
  );
}
