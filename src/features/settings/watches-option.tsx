import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import { isRateLimited } from "@/contract/rate-limit";
import { useApi } from "@/contract/swr";
import { isKeyOf } from "@/contract/swr-keys";
import type { WatchListResponse } from "@/contract/watch";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { useApiOnce } from "./use-api-once";

export function WatchesOption({ served }: { served: WatchListResponse }) {
  const { data } = useApi("listWatches", { query: { limit: "1" } }, served);
  const { total, active } = data ?? served;
  const { mutate } = useSWRConfig();
  const { isPending, run } = useApiOnce();
  const isWaking = active === 0;
  const change = () =>
    run(
      async () => {
        const response = await api.call("setWatchesActive", { body: { isActive: isWaking } });
        if (isRateLimited(response)) return;
        const changed = counted(response.updated, "watch", "watches");
        toast({ type: "success", title: `${changed} ${isWaking ? "resumed" : "paused"}` });
        await mutate((key) => isKeyOf(key, "listWatches"));
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
