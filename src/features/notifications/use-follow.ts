import { useState } from "react";
import { useSWRConfig } from "swr";
import type { NotificationThread } from "@/contract/followed-thread";
import type { RepliesResponse } from "@/contract/notification";
import { getKey, isKeyOf, notificationReads } from "@/browser/swr-keys";
import type { WatchView } from "@/contract/watch";
import { registerUndo, showUndoToast } from "@/ui/undo";
import { call } from "./call";
import { showErrorToast } from "./failure";
import { repliesInput } from "./use-replies";

export function useFollow(notificationId: string, thread: NotificationThread) {
  const { mutate } = useSWRConfig();
  const [isPending, setPending] = useState(false);
  const params = { id: thread.watchId ?? "" };

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
    }
    setPending(false);
  };
  const remove = async (watch: { id: string }) => {
    await call("deleteWatch", { params: watch });
    show({ ...thread, watchId: null, isFollowed: false, endedAt: null, mutedUntil: null, since: null });
  };
  const follow = async () => {
    const { watch } = await call("followThread", { params: { id: notificationId } });
    show(toThread(watch));
    return { id: watch._id };
  };
  const mute = async (watch: { id: string }, mutedUntil: NotificationThread["mutedUntil"]) => {
    const { watch: changed } = await call("updateWatch", { params: watch, body: { mutedUntil } });
    show(toThread(changed));
  };
  const followAgain = async () => {
    const watch = await follow();
    // It is a new watch, without the mute of the deleted one.
    if (thread.mutedUntil !== null) await mute(watch, thread.mutedUntil);
  };

  return {
    isPending,
    follow: () =>
      attempt("Failed to follow the thread", async () => {
        const watch = await follow();
        registerUndo(() => void attempt("Failed to unfollow the thread", () => remove(watch)));
      }),
    unfollow: () =>
      attempt("Failed to unfollow the thread", async () => {
        await remove(params);
        const undo = () => attempt("Failed to follow the thread", followAgain);
        showUndoToast({ title: "Thread unfollowed" }, () => void undo());
      }),
    mute: (isMuted: boolean) =>
      attempt("Failed to change the thread's alerts", () => mute(params, isMuted ? "forever" : null)),
  };
}

function toThread({ _id, createdAt, isActive, thread, mutedUntil }: WatchView): NotificationThread {
  const { read = null, total = null, endedAt = null } = thread ?? {};
  return { watchId: _id, isFollowed: isActive, read, total, endedAt, mutedUntil, since: createdAt };
}
