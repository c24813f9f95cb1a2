import { useCallback, useEffect, useState } from "react";
import { endBrowserPush, hasWebPush, openBrowserPush, readBrowserPush } from "@/contract/browser-push";
import { toast } from "@/ui/toast/store";
import type * as calls from "./requests";

/** Web Push state of this browser; 'unknown' until it has been checked. */
export type PushState = "unknown" | "unsupported" | "blocked" | "off" | "on";

const loadRequests = () => import("./requests");

const loadReason = (error: unknown) =>
  loadRequests().then(
    ({ getReason }) => getReason(error),
    () => "Please try again.",
  );

const ownerName = "pushAccount";

async function readState(userId: string): Promise<PushState> {
  if (!hasWebPush()) return "unsupported";
  if (Notification.permission === "denied") return "blocked";
  if (Notification.permission !== "granted") return "off";
  const isOwn = localStorage.getItem(ownerName) === userId;
  return isOwn && (await readBrowserPush()) !== null ? "on" : "off";
}

export function usePush(userId: string) {
  const [state, setState] = useState<PushState>("unknown");
  const [isPending, setPending] = useState(false);
  const look = useCallback(() => readState(userId).then(setState, () => setState("unsupported")), [userId]);
  useEffect(() => {
    void look();
    // The user may have returned from the browser settings.
    const again = () => void look();
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [look]);

  const change = async (isWanted: boolean) => {
    setPending(true);
    try {
      const loaded = await loadRequests();
      await (isWanted ? switchOn(userId, loaded) : switchOff(loaded));
    } catch (error) {
      const title = isWanted ? "Failed to turn on alerts" : "Failed to turn off alerts";
      toast({ type: "error", title, text: await loadReason(error) });
    }
    await look();
    setPending(false);
  };
  return { state, isPending, change };
}

type Operations = typeof calls;

async function switchOn(userId: string, { fetchKey, save }: Operations): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const subscription = await openBrowserPush(await fetchKey());
  let isSaved = false;
  try {
    isSaved = await save(subscription);
  } finally {
    // Otherwise it would show 'on' without receiving anything.
    if (!isSaved) await endBrowserPush();
  }
  if (!isSaved) return;
  localStorage.setItem(ownerName, userId);
  toast({ type: "success", title: "Push notifications are on" });
}

async function switchOff({ remove }: Operations): Promise<void> {
  const subscription = await readBrowserPush();
  if (subscription !== null && !(await remove(subscription))) return;
  await endBrowserPush();
  localStorage.removeItem(ownerName);
  toast({ type: "success", title: "Push notifications are off" });
}
