import { useEffect, useRef, useState } from "react";
import { Send } from "lucide-react";
import type { DestinationView } from "@/contract/destination";
import { api } from "@/browser/api";
import { isRateLimited } from "@/browser/rate-limit";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast/store";
import { TelegramSteps } from "./telegram-steps";
import { useApiOnce } from "./use-api-once";

const readEveryMs = 2_000;
const linkMs = 10 * 60_000;

interface PendingChat {
  id: string;
  link: string;
  untilMs: number;
}

export function ConnectTelegram({
  destinations,
  isFull,
  isFirst,
  onRead,
}: {
  destinations: readonly DestinationView[];
  isFull: boolean;
  isFirst: boolean;
  onRead: () => Promise<unknown>;
}) {
  const [pending, setPending] = useState<PendingChat | null>(null);
  const [canceled, setCanceled] = useState<string | null>(null);
  const { isPending: isBusy, run } = useApiOnce();
  const watched = pending?.id === canceled ? null : pending;
  useConnected(watched, destinations, onRead, (isConnected) => {
    setPending(null);
    if (!isConnected) return;
    toast({ type: "success", title: "Telegram connected", text: "We've sent a test message." });
  });
  const connect = () => {
    // Browsers only allow a new tab during the click. Without it, the user opens the link.
    const tab = window.open("about:blank");
    if (tab !== null) tab.opener = null;
    void run(async () => {
      const opened = await requestLink(isFirst).catch((error: unknown) => {
        tab?.close();
        throw error;
      });
      if (opened === null) return tab?.close();
      setPending(opened);
      if (tab !== null) tab.location.href = opened.link;
      await onRead();
    }, "Failed to connect Telegram");
  };
  const cancel = ({ id }: PendingChat) =>
    run(async () => {
      // Its destination disappears before the response arrives.
      setCanceled(id);
      const response = await api.call("deleteDestination", { params: { id } }).catch((error: unknown) => {
        setCanceled(null);
        throw error;
      });
      if (isRateLimited(response)) return setCanceled(null);
      setPending(null);
      await onRead();
    }, "Failed to cancel");
  return (
    <div className="grid gap-3 p-4 sm:px-5">
      {pending === null ? (
        <div className="flex flex-wrap items-center gap-3">
          <Button isPending={isBusy} disabled={isFull} onClick={connect}>
            <Send className="size-4" aria-hidden />
            Connect Telegram
          </Button>
          <p className="text-13 text-ink-3">For a chat with our bot or a group.</p>
        </div>
      ) : (
        <TelegramSteps
          key={pending.id}
          link={pending.link}
          untilMs={pending.untilMs}
          isBusy={isBusy}
          onRenew={connect}
          onCancel={() => void cancel(pending)}
        />
      )}
    </div>
  );
}

async function requestLink(isDefault: boolean): Promise<PendingChat | null> {
  const response = await api.call("createDestination", { body: { channel: "telegram", isDefault } });
  if (isRateLimited(response)) return null;
  const { destination, link = "" } = response;
  return { id: destination._id, link, untilMs: Date.now() + linkMs };
}

/**
 * Whether a pending chat was connected (it is active, or an earlier destination of the same chat replaced it)
 * or ended (after a password change or ten minutes). `wasListed`: it was among the destinations.
 */
export function pendingState(
  id: string,
  wasListed: boolean,
  destinations: readonly Pick<DestinationView, "_id" | "channel" | "isActive">[],
): "waiting" | "connected" | "ended" {
  const own = destinations.find(({ _id }) => _id === id);
  if (own !== undefined) return own.isActive ? "connected" : "waiting";
  if (!wasListed) return "waiting";
  const isReplaced = destinations.some(({ channel, isActive }) => channel === "telegram" && isActive);
  return isReplaced ? "connected" : "ended";
}

/** Reads until the pending chat is connected or ended. */
function useConnected(
  pending: PendingChat | null,
  destinations: readonly DestinationView[],
  onRead: () => Promise<unknown>,
  onEnd: (isConnected: boolean) => void,
) {
  const [wasListed, setListed] = useState<string | null>(null);
  const id = pending?.id;
  const state = id === undefined ? "waiting" : pendingState(id, wasListed === id, destinations);
  if (id !== undefined && wasListed !== id && destinations.some(({ _id }) => _id === id)) setListed(id);
  const latestRead = useRef(onRead);
  useEffect(() => {
    latestRead.current = onRead;
    if (state !== "waiting") onEnd(state === "connected");
  });
  useEffect(() => {
    if (pending === null) return;
    const timer = setInterval(() => {
      if (Date.now() > pending.untilMs) clearInterval(timer);
      // The next read follows in two seconds.
      else if (document.visibilityState === "visible") void latestRead.current().catch(() => undefined);
    }, readEveryMs);
    return () => clearInterval(timer);
  }, [pending]);
}
