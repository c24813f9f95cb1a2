const workerPath = "/push-worker.js";

/**
 * Registers the service worker, which shows our own page while Earshot is unreachable. Returns null if that
 * fails. Never throws.
 */
export async function keepWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  return navigator.serviceWorker.register(workerPath).catch(() => null);
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

/** False if the subscription was made with another key, so the server's messages would be rejected. */
export function hasKey({ options }: PushSubscription, key: string): boolean {
  const own = options?.applicationServerKey;
  if (!own) return true;
  const text = btoa(String.fromCharCode(...new Uint8Array(own)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key.replaceAll("=", "");
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
