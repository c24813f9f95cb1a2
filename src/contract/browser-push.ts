const workerPath = "/push-worker.js";

/** Registers the service worker, which shows our own page while Earshot is unreachable. Never throws. */
export async function keepWorker(): Promise<void> {
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register(workerPath).catch(() => undefined);
}

/** True if the browser supports Web Push. Browsers require https, except on localhost. */
export function hasWebPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function readBrowserPush(): Promise<PushSubscription | null> {
  if (!hasWebPush()) return null;
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function openBrowserPush(key: string): Promise<PushSubscription> {
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await pushManager.subscribe(options);
  } catch (error) {
    // The server's key has changed.
    const old = await pushManager.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return pushManager.subscribe(options);
  }
}

/** Ends this browser's subscription, so it shows no alerts after signing out. Never throws. */
export async function endBrowserPush(): Promise<void> {
  try {
    await (await readBrowserPush())?.unsubscribe();
  } catch {
    // If the browser can't end it now, the server removes it when the push service reports it as gone.
  }
}
