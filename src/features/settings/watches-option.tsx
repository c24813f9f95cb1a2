import { useSWRConfig } from "swr";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { useApi } from "@/browser/swr";
import { isKeyOf } from "@/browser/swr-keys";
import type { WatchListResponse } from "@/contract/watch";
import { counted } from "@/domain/text/counted";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { showUndoToast } from "@/ui/undo";
import { useApiOnce } from "./use-api-once";

export function WatchesOption({ served }: { served: WatchListResponse }) {
  const { data } = useApi("listWatches", { query: { limit: "1" } }, served);
  const { total, active } = data ?? served;
  const { mutate } = useSWRConfig();
  const { isPending, run } = useApiOnce();
  const isWaking = active === 0;
  const set = async (isActive: boolean, ids?: string[]): Promise<number | null> => {
    const response = await api.call("setWatchesActive", { body: { isActive, ids } });
    if (isRateLimited(response)) return null;
    await mutate((key) => isKeyOf(key, "listWatches"));
    return response.updated;
  };
  const change = () =>
    run(
      async () => {
        // The others were paused before, and undoing leaves them paused.
        const ids = isWaking ? [] : await listActive(active).catch(() => []);
        const updated = await set(isWaking);
        if (updated === null) return;
        const title = `${counted(updated, "watch", "watches")} ${isWaking ? "resumed" : "paused"}`;
        const undo = () => run(async () => void (await set(true, ids)), "Failed to undo the change");
        if (ids.length > 0 && ids.length === updated) showUndoToast({ title }, () => void undo());
        else toast({ type: "success", title });
      },
      isWaking ? "Failed to resume all watches" : "Failed to pause all watches",
    );
  return (
    <Option
      title="Watches"
      hint={
        total === 0
          ? "You don't have any watches yet."
          : `${active} of ${counted(total, "watch", "watches")} active.`
      }
      isWide
    >
      <div className="sm:text-right">
        <Button size="sm" disabled={total === 0} isPending={isPending} onClick={() => void change()}>
          {isWaking ? "Resume all" : "Pause all"}
        </Button>
      </div>
    </Option>
  );
}

const perPage = 100;
/** The limit of one change. */
const maxIds = 1_000;

/** The ids of the active watches, or none if there are too many. */
async function listActive(count: number): Promise<string[]> {
  if (count > maxIds) return [];
  const pages = Array.from({ length: Math.ceil(count / perPage) }, (_, at) => String(at + 1));
  const listed = await Promise.all(
    pages.map((page) =>
      api.call("listWatches", { query: { state: "active", limit: String(perPage), page } }),
    ),
  );
  return listed.flatMap((response) =>
    isRateLimited(response) ? [] : response.watches.map(({ _id }) => _id),
  );
}
