import { useRef, useState } from "react";
import { api } from "@/browser/api";
import { useApi } from "@/browser/swr";
import type { WatchView } from "@/contract/watch";
import { counted, formatCount } from "@/domain/text/counted";
import { AlertDialog } from "@/ui/alert-dialog";
import { Button } from "@/ui/button";
import { Card, CardHead } from "@/ui/card";
import { Option } from "@/ui/option";
import { toast } from "@/ui/toast/store";
import { RateLimitedError, sent, useRefreshWatches } from "./use-watches";

export function FollowedThreads() {
  const { data } = useApi("listWatches", { query: { kind: "thread", limit: "100" } });
  const refresh = useRefreshWatches();
  const [leaving, setLeaving] = useState<{ watch: WatchView; isOpen: boolean } | null>(null);
  const card = useRef<HTMLElement>(null);
  if (data === undefined || data.watches.length === 0) return null;

  const unfollow = async (watch: WatchView) => {
    try {
      await sent(api.call("deleteWatch", { params: { id: watch._id } }));
      await refresh();
    } catch (error) {
      if (error instanceof RateLimitedError) return;
      toast({ type: "error", title: "Failed to unfollow the thread", text: "Please try again." });
    }
  };
  return (
    <>
      <Card ref={card} tabIndex={-1} aria-labelledby="followed-threads">
        <CardHead
          titleId="followed-threads"
          title="Followed threads"
          sub={`${counted(data.active, "thread")}. They don't count as keywords.`}
        />
        <div className="divide-y divide-line">
          {data.watches.map((watch) => (
            <Option key={watch._id} title={watch.keyword} hint={stateText(watch)}>
              <Button
                size="sm"
                onClick={() => setLeaving({ watch, isOpen: true })}
                aria-label={`Unfollow: ${watch.keyword}`}
              >
                Unfollow
              </Button>
            </Option>
          ))}
        </div>
      </Card>
      {leaving !== null && (
        <AlertDialog
          isOpen={leaving.isOpen}
          onClose={() => setLeaving({ ...leaving, isOpen: false })}
          onConfirm={() => {
            setLeaving({ ...leaving, isOpen: false });
            void unfollow(leaving.watch);
          }}
          focusOnceConfirmed={card}
          title="Unfollow this thread?"
          text="New replies no longer appear in your inbox. Earlier replies stay there."
          confirmLabel="Unfollow"
        />
      )}
    </>
  );
}

function stateText({ places, thread, isActive, mutedUntil }: WatchView): string {
  const { read = 0, total = null, endedAt = null } = thread ?? {};
  const state = endedAt !== null ? "stopped after 14 quiet days" : isActive ? null : "paused";
  return [
    places.map(({ label }) => label).join(", "),
    total === null
      ? `${counted(read, "reply", "replies")} read`
      : `${formatCount(read)} of ${counted(total, "reply", "replies")} read`,
    state ?? (mutedUntil === null ? null : "alerts muted"),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}
