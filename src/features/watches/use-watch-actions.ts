import type { WatchView } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { watchLimitText } from "@/domain/plans/plan-texts";
import { toast } from "@/ui/toast/store";
import { showUndoToast } from "@/ui/undo";
import { RateLimitedError, useWatchWrites, type WatchPage } from "./use-watches";
import { isLimitError } from "./watch-texts";

/** Actions on listed watches. Failures are rolled back and shown as a toast that names the action. */
export function useWatchActions(list: WatchPage, onUpgrade: (text: string) => void) {
  const writes = useWatchWrites(list);
  const attempt = async (work: () => Promise<void>, title: string) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof RateLimitedError) return;
      if (isLimitError(error)) return onUpgrade(watchLimitText);
      toast({ type: "error", title, text: "Please try again." });
    }
  };
  return {
    toggle: (watch: WatchView) =>
      attempt(
        () => writes.toggle(watch),
        `Failed to ${watch.isActive ? "pause" : "resume"} "${watch.keyword}"`,
      ),
    remove: (watch: WatchView) => attempt(() => writes.remove(watch), `Failed to delete "${watch.keyword}"`),
    /** Resumes or pauses several. Undo changes only these back. */
    setActive: (watches: readonly WatchView[], isActive: boolean) => {
      const ids = watches.filter((watch) => watch.isActive !== isActive).map(({ _id }) => _id);
      if (ids.length === 0) return;
      const failure = (verb: string) => `Failed to ${verb} ${counted(ids.length, "watch", "watches")}`;
      void attempt(
        async () => {
          const updated = await writes.setActive(ids, isActive);
          const isShort = isActive && updated < ids.length;
          const undo = () =>
            void attempt(
              async () => void (await writes.setActive(ids, !isActive)),
              failure("undo the change of"),
            );
          showUndoToast(
            {
              title: `${counted(updated, "watch", "watches")} ${isActive ? "resumed" : "paused"}`,
              text: isShort ? "You've reached your plan's limit. Pro is unlimited." : undefined,
            },
            undo,
          );
        },
        failure(isActive ? "resume" : "pause"),
      );
    },
    removeAll: (watches: readonly WatchView[]) =>
      attempt(
        async () => {
          const deleted = await writes.removeAll(watches.map(({ _id }) => _id));
          toast({ type: "success", title: `${counted(deleted, "watch", "watches")} deleted` });
        },
        `Failed to delete ${counted(watches.length, "watch", "watches")}`,
      ),
  };
}
