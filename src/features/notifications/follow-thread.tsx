import { Bell, BellOff, Check } from "lucide-react";
import type { ReactNode } from "react";
import type { NotificationThread } from "@/contract/followed-thread";
import { counted } from "@/domain/text/counted";
import { formatDay, localDay } from "@/domain/time/moment";
import { Button } from "@/ui/button";
import { readText } from "./row-text";
import { useScreen } from "./screen-context";
import { useFollow } from "./use-follow";

export function FollowThread({
  id,
  thread,
  count,
}: {
  id: string;
  thread: NotificationThread;
  count: number | undefined;
}) {
  const { follow, unfollow, mute, isPending } = useFollow(id, thread);
  const { timeZone } = useScreen();
  const { watchId, isFollowed, endedAt, mutedUntil } = thread;
  const isMuted = mutedUntil !== null;
  const button = { size: "sm", isPending, "data-act": "follow" } as const;
  const followButton = (text: string, icon?: ReactNode) => (
    <Button look="quiet" {...button} title="Follow this thread (f)" onClick={follow}>
      {icon}
      {text}
    </Button>
  );
  if (watchId === null || (!isFollowed && endedAt === null)) {
    return (
      <p className="mt-5 flex flex-wrap items-center gap-3 text-13 text-ink-2">
        {followButton("Follow this thread", <Bell className="size-4" />)}
        <span>
          {count === undefined || count === 0
            ? "New replies come to your inbox."
            : `${counted(count, "reply", "replies")} so far. New ones come to your inbox.`}
        </span>
      </p>
    );
  }
  if (!isFollowed) {
    const day = formatDay(localDay(new Date(endedAt!), timeZone));
    return (
      <Box title={`Stopped on ${day}`} text={`No replies for 14 days. ${readText(thread)}.`} isOver>
        {followButton("Follow again")}
      </Box>
    );
  }
  return (
    <Box
      title="Following"
      text={`${readText(thread)}, stops after 14 quiet days${isMuted ? ", alerts muted" : ""}`}
    >
      <Button look="ghost" size="sm" isPending={isPending} onClick={() => mute(!isMuted)}>
        {isMuted ? "Unmute alerts" : "Mute alerts"}
      </Button>
      <Button look="quiet" {...button} title="Unfollow (f)" onClick={unfollow}>
        Unfollow
      </Button>
    </Box>
  );
}

function Box({
  title,
  text,
  isOver = false,
  children,
}: {
  title: string;
  text: string;
  isOver?: boolean;
  children: ReactNode;
}) {
  const colors = isOver ? "border-line bg-sunken" : "border-accent-line bg-accent-soft";
  const Sign = isOver ? BellOff : Check;
  return (
    <div
      role="status"
      className={`mt-5 flex max-w-[42rem] flex-wrap items-center gap-x-1 gap-y-2 rounded-lg border py-2.5 pr-2.5 pl-4 text-13 text-ink-2 ${colors}`}
    >
      <div className="min-w-56 flex-1">
        <b
          className={`flex items-center gap-2 text-14 font-semibold ${isOver ? "text-ink" : "text-accent-text"}`}
        >
          <Sign className="size-4 flex-none" aria-hidden="true" />
          {title}
        </b>
        <p className="mt-1">{text}</p>
      </div>
      {children}
    </div>
  );
}
