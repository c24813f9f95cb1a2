import type { ReactNode } from "react";
import type { NotificationThread } from "@/contract/followed-thread";
import { formatDay, localDay } from "@/domain/moment";
import { Button } from "@/ui/button";
import { readText } from "./row-text";
import { useScreen } from "./screen-context";
import { useFollow } from "./use-follow";

/** Offers to follow a notification's thread, or shows that it is followed and how many replies were read. */
export function FollowThread({ id, thread }: { id: string; thread: NotificationThread }) {
  const { follow, unfollow, mute, isPending } = useFollow(id, thread);
  const { timeZone } = useScreen();
  const { watchId, isFollowed, endedAt, mutedUntil } = thread;
  const isMuted = mutedUntil !== null;
  const button = { size: "sm", isPending } as const;
  if (watchId === null || (!isFollowed && endedAt === null)) {
    return (
      <p className="mt-5 flex flex-wrap items-center gap-3 text-13 text-ink-2">
        <Button look="quiet" {...button} data-act="follow" title="Follow this thread (f)" onClick={follow}>
          Follow this thread
        </Button>
        <span>New replies come to your inbox.</span>
      </p>
    );
  }
  if (!isFollowed) {
    return (
      <Box title={`Stopped on ${formatDay(localDay(new Date(endedAt!), timeZone))}`} isOver>
        <p>No replies for 14 days. {readText(thread)}.</p>
        <Button look="quiet" {...button} data-act="follow" title="Follow this thread (f)" onClick={follow}>
          Follow again
        </Button>
      </Box>
    );
  }
  return (
    <Box title="Following">
      <p>
        {readText(thread)}, stops after 14 quiet days{isMuted && ", alerts muted"}
      </p>
      <Button look="ghost" {...button} onClick={() => mute(watchId, !isMuted)}>
        {isMuted ? "Unmute alerts" : "Mute alerts"}
      </Button>
      <Button
        look="quiet"
        {...button}
        data-act="follow"
        title="Unfollow (f)"
        onClick={() => unfollow(watchId)}
      >
        Unfollow
      </Button>
    </Box>
  );
}

function Box({ title, isOver = false, children }: { title: string; isOver?: boolean; children: ReactNode }) {
  const colors = isOver ? "border-line bg-sunken" : "border-accent-line bg-accent-soft";
  return (
    <div
      role="status"
      className={`mt-5 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border px-4 py-2.5 text-13 text-ink-2 ${colors}`}
    >
      <b className={`font-semibold ${isOver ? "text-ink" : "text-accent-text"}`}>{title}</b>
      {children}
    </div>
  );
}
