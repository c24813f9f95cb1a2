import { useCallback, useEffect, useState } from "react";
import { endBrowserPush, hasKey, hasWebPush, openBrowserPush, readBrowserPush } from "@/browser/push";
import type { DestinationView } from "@/contract/destination";
import { useApi } from "@/browser/swr";
import { toast } from "@/ui/toast/store";
import type * as calls from "./requests";

export interface Served {
  destinations: DestinationView[];
}

/** Web Push state of this browser; 'unknown' until it has been checked. */
export type PushState = "unknown" | "unsupported" | "blocked" | "off" | "on";

const loadRequests = () => import("./requests");

const loadReason = (error: unknown) =>
  loadRequests().then(
    ({ getReason }) => getReason(error),
    () => "Please try again.",
  );

/** Contains the user, the destination's id and the endpoint. Earlier versions stored only the user. */
const savedName = "pushAccount";

/** With the destination's id if it is on. */
async function readBrowser(userId: string, key: string): Promise<{ state: PushState; id?: string }> {
  if (!hasWebPush()) return { state: "unsupported" };
  if (Notification.permission === "denied") return { state: "blocked" };
  if (Notification.permission !== "granted") return { state: "off" };
  const [owner, id, endpoint] = (localStorage.getItem(savedName) ?? "").split(" ");
  const subscription = owner === userId ? await readBrowserPush() : null;
  if (subscription === null || !hasKey(subscription, key)) return { state: "off" };
  if (id === undefined) return { state: "on" };
  // Browsers can replace a subscription.
  return endpoint === subscription.endpoint ? { state: "on", id } : { state: "off" };
}

/** `key` is the server's current public key. */
export function usePush(userId: string, key: string, served: Served) {
  const { data, mutate } = useApi("listDestinations", {}, served);
  const [{ state, id }, setBrowser] = useState<{ state: PushState; id?: string }>({ state: "unknown" });
  const [isPending, setPending] = useState(false);
  const look = useCallback(
    () => readBrowser(userId, key).then(setBrowser, () => setBrowser({ state: "unsupported" })),
    [userId, key],
  );
  useEffect(() => {
    void look();
    // The user may have returned from the browser settings.
    const again = () => void look();
    window.addEventListener("focus", again);
    return () => window.removeEventListener("focus", again);
  }, [look]);

  const change = async (isWanted: boolean) => {
    if (isPending) return;
    setPending(true);
    try {
      const loaded = await loadRequests();
      await (isWanted ? switchOn(userId, loaded) : switchOff(loaded));
      await mutate();
    } catch (error) {
      const title = isWanted ? "Failed to turn on alerts" : "Failed to turn off alerts";
      toast({ type: "error", title, text: await loadReason(error) });
    }
    await look();
    setPending(false);
  };
  // Removed by the user, the push service or a newer browser.
  const isRemoved = id !== undefined && !(data ?? served).destinations.some(({ _id }) => _id === id);
  return { state: isRemoved ? "off" : state, change } as const;
}

type Operations = typeof calls;

async function switchOn(userId: string, { fetchKey, save }: Operations): Promise<void> {
  if ((await Notification.requestPermission()) !== "granted") return;
  const key = await fetchKey();
  // Subscribing returns an existing one, also if the push service has reported it as gone.
  await endBrowserPush();
  const subscription = await openBrowserPush(key);
  let id: string | null = null;
  try {
    id = await save(subscription);
  } finally {
    // Otherwise it would show 'on' without receiving anything.
    if (id === null) await endBrowserPush();
  }
  if (id === null) return;
  localStorage.setItem(savedName, `${userId} ${id} ${subscription.endpoint}`);
  toast({ type: "success", title: "Push notifications are on" });
}

async function switchOff({ remove }: Operations): Promise<void> {
  const subscription = await readBrowserPush();
  if (subscription !== null && !(await remove(subscription))) return;
  await endBrowserPush();
  localStorage.removeItem(savedName);
  toast({ type: "success", title: "Push notifications are off" });
}
