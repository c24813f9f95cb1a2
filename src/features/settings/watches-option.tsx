import { useSWRConfig } from "swr";
import { api } from "@/contract/browser";
import { updatedAnswer } from "@/contract/pagination";
import { isRateLimited } from "@/contract/rate-limit";
import { useCall } from "@/contract/swr";
import { watchListAnswer, type WatchListAnswer } from "@/contract/watch";
import { counted } from "@/domain/counted";
import { Button } from "@/ui/button";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { useOneCall } from "./use-one-call";

const path = "/keywords?limit=1";

/** Silence and its end: every watch paused or woken at once. */
export function WatchesOption({ served }: { served: WatchListAnswer }) {
  const { data } = useCall(path, () => api.get(path, watchListAnswer), served);
  const { total, active } = data ?? served;
  const { mutate } = useSWRConfig();
  const { isPending, run } = useOneCall();
  const isWaking = active === 0;
  const change = () =>
    run(
      async () => {
        const answer = await api.call("POST", "/keywords/active", updatedAnswer, { isActive: isWaking });
        if (isRateLimited(answer)) return;
        const changed = counted(answer.updated, "watch", "watches");
        toast({ type: "success", title: `${changed} ${isWaking ? "active again" : "paused"}` });
        await mutate((key) => typeof key === "string" && key.startsWith("/keywords"));
      },
      isWaking ? "Failed to wake all watches" : "Failed to pause all watches",
    );
  return (
    <Option
      title="Watches"
      hint={total === 0 ? "You have none yet." : `${active} of ${counted(total, "watch", "watches")} active.`}
      isWide
    >
      <div className="sm:text-right">
        <Button size="sm" disabled={total === 0} isPending={isPending} onClick={() => void change()}>
          {isWaking ? "Wake all" : "Pause all"}
        </Button>
      </div>
    </Option>
  );
}
