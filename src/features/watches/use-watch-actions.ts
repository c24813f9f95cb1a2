import type { WatchView } from "@/contract/watch";
import { counted } from "@/domain/counted";
import { watchLimitText } from "@/domain/plan-texts";
import { toast } from "@/ui/toast/store";
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
    setAllActive: (isActive: boolean, asleep: number) =>
      attempt(
        async () => {
          const updated = await writes.setAllActive(isActive);
          const done = `${counted(updated, "watch", "watches")} ${isActive ? "resumed" : "paused"}`;
          const isShort = isActive && updated < asleep;
          toast({
            type: isShort ? "warning" : "success",
            title: done,
            text: isShort ? "You've reached your plan's limit. Pro is unlimited." : undefined,
          });
        },
        `Failed to ${isActive ? "resume" : "pause"} all watches`,
      ),
  };
}
