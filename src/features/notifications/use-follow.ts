import { useState } from "react";
import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import type { NotificationThread } from "@/contract/followed-thread";
import { isRateLimited } from "@/contract/rate-limit";
import type { RepliesResponse } from "@/contract/notification";
import { getKey, isKeyOf, notificationReads } from "@/contract/swr-keys";
import type { WatchView } from "@/contract/watch";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { Refused, showErrorToast } from "./failure";
import { repliesInput } from "./use-replies";

export function useFollow(notificationId: string, thread: NotificationThread) {
  const { mutate } = useSWRConfig();
  const [isPending, setPending] = useState(false);

  const show = (next: NotificationThread) => {
    const change = (shown?: RepliesResponse) => shown && { ...shown, thread: next };
    void mutate(getKey("listReplies", repliesInput(notificationId)), change, { revalidate: false });
  };
  const attempt = async (failure: string, work: () => Promise<void>) => {
    setPending(true);
    try {
      await work();
      void mutate((key) => isKeyOf(key, "listWatches", ...notificationReads));
    } catch (error) {
      showErrorToast(failure, error);
    } finally {
      setPending(false);
    }
  };
  const post = async (): Promise<string> => {
    const response = await api.call("followThread", { params: { id: notificationId } });
    if (isRateLimited(response)) throw new Refused();
    show(toThread(response.watch));
    return response.watch._id;
  };
  const remove = async (watchId: string) => {
    const response = await api.call("deleteWatch", { params: { id: watchId } });
    if (isRateLimited(response)) throw new Refused();
    show({ ...thread, watchId: null, isFollowed: false, endedAt: null, mutedUntil: null, since: null });
  };
  const followAgain = () => attempt("Failed to follow the thread", async () => void (await post()));

  return {
    isPending,
    follow: () =>
      attempt("Failed to follow the thread", async () => {
        const watchId = await post();
        registerUndo(() => void attempt("Failed to unfollow the thread", () => remove(watchId)));
      }),
    unfollow: (watchId: string) =>
      attempt("Failed to unfollow the thread", async () => {
        await remove(watchId);
        showUndoToast({ title: "Thread unfollowed" }, () => void followAgain());
      }),
    mute: (watchId: string, isMuted: boolean) =>
      attempt("Failed to change the thread's alerts", async () => {
        const body = { mutedUntil: isMuted ? ("forever" as const) : null };
        const response = await api.call("updateWatch", { params: { id: watchId }, body });
        if (isRateLimited(response)) throw new Refused();
        show(toThread(response.watch));
      }),
  };
}

function toThread({ _id, createdAt, isActive, thread, mutedUntil }: WatchView): NotificationThread {
  const { read = null, total = null, endedAt = null } = thread ?? {};
  return { watchId: _id, isFollowed: isActive, read, total, endedAt, mutedUntil, since: createdAt };
}
