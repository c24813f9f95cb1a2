// Shows what Earshot pushes while none of its windows is in sight. It keeps nothing and answers no requests.

/** The screens that tell of news themselves. */
const appScreen = /^\/(dashboard|keywords|notifications|settings|subscription)(\/|$)/;
/** Safari ends a subscription whose pushes are not shown. */
const alwaysShows = /safari/i.test(navigator.userAgent) && !/chrom|android|edg/i.test(navigator.userAgent);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => event.waitUntil(show(newsOf(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

/** What is told; a push that can't be read still says that there is something. */
function newsOf(data) {
  try {
    const { title, body, tag, url } = data.json();
    return { title: String(title), body: String(body), tag: String(tag), url: String(url) };
  } catch {
    return { title: "New matches", body: "", tag: "earshot", url: "/notifications" };
  }
}

async function appWindows() {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return windows.filter((one) => appScreen.test(new URL(one.url).pathname));
}

async function show({ title, body, tag, url }) {
  const isInSight = (await appWindows()).some((one) => one.visibilityState === "visible");
  if (isInSight && !alwaysShows) return;
  const look = { icon: "/icon-192.png", badge: "/icon-192.png", lang: "en", dir: "auto" };
  await self.registration.showNotification(title, { body, tag, ...look, data: { url } });
}

/** Leads to the notifications, in a window of ours that is open already if there is one. */
async function open(url) {
  const target = new URL(url ?? "/notifications", self.location.origin);
  if (target.origin !== self.location.origin) return;
  const [first] = await appWindows();
  if (first === undefined) return void (await self.clients.openWindow(target));
  await first.focus();
  if (new URL(first.url).pathname === target.pathname) return;
  // A window that this worker does not control can't be led elsewhere.
  await first.navigate(target).catch(() => self.clients.openWindow(target));
}
