const workerPath = "/push-worker.js";

/** Has this browser say so where Earshot can't be reached; one that can't shows its own page. Never throws. */
export async function keepWorker(): Promise<void> {
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register(workerPath).catch(() => undefined);
}

/** What Web Push takes, which not every browser has and none has on plain http from another host. */
export function hasWebPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** This browser's subscription; null where it has none. */
export async function readBrowserPush(): Promise<PushSubscription | null> {
  if (!hasWebPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Subscribes this browser with the server's public key. */
export async function openBrowserPush(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The server's key is another than it was.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Ends this browser's subscription, so that nobody's alerts show here once nobody is signed in. Never throws. */
export async function endBrowserPush(): Promise<void> {
  try {
    await (await readBrowserPush())?.unsubscribe();
  } catch {
    // A browser that can't end it now; the server forgets it when its push service says so.
  }
}
