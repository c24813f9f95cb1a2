// Shows push messages while no Earshot window is visible, and a page that says that a screen can't be reached.
// Caches nothing: screens always come from the server.

/** Screens that show new matches themselves, and reply with their path. */
const appScreen = /^\/(coverage|dashboard|keywords|notifications|settings|subscription)(\/|$)/;
/**
 * Windows that haven't replied by then show no app screen (ms). Busy ones need seconds, but after a click on a
 * notification, browsers only allow opening a window for a second.
 */
const replyMs = { push: 3_000, click: 300 };
/** Safari cancels subscriptions whose pushes aren't shown. */
const alwaysShows = /safari/i.test(navigator.userAgent) && !/chrom|android|edg/i.test(navigator.userAgent);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) =>
  // Sends the page request while the worker starts.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])),
);
self.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (mode !== "navigate" || method !== "GET") return;
  // Without a response from here, Firefox discards the preloaded one and requests one-time links again.
  const isApi = new URL(url).pathname.startsWith("/api/");
  event.respondWith(isApi ? load(event) : screenOr(event));
});
self.addEventListener("push", (event) => event.waitUntil(show(parseMessage(event.data))));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url));
});

/** Parses a push message. Unreadable ones get a general text, because each push must be shown. */
function parseMessage(data) {
  const general = { title: "New matches", body: "", tag: "earshot", url: "/notifications" };
  try {
    const message = data.json();
    return Object.keys(general).every((key) => typeof message[key] === "string") ? message : general;
  } catch {
    return general;
  }
}

/** Windows that match the filter, with the path that they reply: null for those that show no app screen. */
async function listWindows(waitMs, filter = () => true) {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return Promise.all(
    all.filter(filter).map(async (client) => ({ client, path: await requestPath(client, waitMs) })),
  );
}

/** In Firefox and Safari, `client.url` is the URL that the window was loaded with. */
function requestPath(client, waitMs) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (path) => {
      port1.close();
      resolve(path);
    };
    port1.onmessage = ({ data }) => end(String(data));
    setTimeout(end, waitMs, null);
    client.postMessage("path", [port2]);
  });
}

async function show({ title, body, tag, url }) {
  if (!alwaysShows && (await isAppVisible())) return;
  const style = { icon: "/icon-192.png", badge: "/icon-192.png", lang: "en", dir: "auto" };
  await self.registration.showNotification(title, { body, tag, ...style, data: { url } });
}

async function isAppVisible() {
  // Frozen windows wouldn't reply, and the alert would be late.
  const visible = await listWindows(replyMs.push, ({ visibilityState }) => visibilityState === "visible");
  return visible.some(({ path }) => path !== null);
}

/** Opens the notifications, in an existing Earshot window if there is one. */
async function open(url) {
  const target = new URL(url ?? "/notifications", self.location.origin);
  if (target.origin !== self.location.origin) return;
  const windows = await listWindows(replyMs.click);
  // Browsers freeze hidden windows, which then don't reply.
  const isLoadedAsApp = ({ client }) => appScreen.test(new URL(client.url).pathname);
  const first = windows.find(({ path }) => path !== null) ?? windows.find(isLoadedAsApp);
  if (first === undefined) return void (await self.clients.openWindow(target));
  await first.client.focus();
  if (first.path === target.pathname) return;
  // The worker can't navigate windows that it doesn't control.
  await first.client.navigate(target).catch(() => self.clients.openWindow(target));
}

async function load({ preloadResponse, request }) {
  const response = (await preloadResponse) ?? (await fetch(request));
  // Firefox resolves failed preloads.
  if (response.type === "error") throw new TypeError("Preload failed");
  return response;
}

async function screenOr(event) {
  try {
    return await load(event);
  } catch {
    return new Response(unreachable, {
      status: 503,
      headers: {
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy":
          "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'",
      },
    });
  }
}

/** Shown at the requested URL, so reloading continues there. */
const unreachable = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>Not reachable | Earshot</title>
    <style>
      :root { color-scheme: light dark; --canvas: light-dark(#f7f9f5, #0d1618); --ink: light-dark(#14262b, #eef2ec);
        --ink-2: light-dark(#42565b, #bac6c2); --accent: light-dark(#005866, #6fcdd0); --on-accent: light-dark(#fff, #062024); }
      :root[data-theme="light"] { color-scheme: light; }
      :root[data-theme="dark"] { color-scheme: dark; }
      * { box-sizing: border-box; margin: 0; }
      body { min-height: 100dvh; display: grid; place-items: center; padding: 2rem 1rem; background: var(--canvas); color: var(--ink);
        font: 1rem/1.5 "Schibsted Grotesk", ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif; }
      main { max-width: 30rem; display: grid; gap: 1rem; justify-items: start; }
      .brand { font-weight: 700; font-size: 1.125rem; letter-spacing: -0.025em; }
      h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.02em; }
      mark { background: #f2ee51; color: #14262b; padding: 0 0.15em; border-radius: 0.1em; }
      p { color: var(--ink-2); }
      button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: var(--on-accent);
        font: inherit; font-weight: 600; cursor: pointer; }
      button:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    </style>
  </head>
  <body>
    <main>
      <p class="brand">Earshot</p>
      <h1>You're out of <mark>earshot</mark></h1>
      <p id="why" role="status"></p>
      <p>You won't miss anything. We'll catch up on new posts, and this page reloads automatically.</p>
      <button type="button">Try again</button>
    </main>
    <script>
      try {
        const theme = localStorage.getItem("theme");
        if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
      } catch {}
      const why = document.getElementById("why");
      const showState = () => {
        const text = navigator.onLine
          ? "We can't reach Earshot. Retrying every few seconds."
          : "You're offline. We'll reconnect automatically.";
        if (why.textContent !== text) why.textContent = text;
      };
      const reload = () => location.reload();
      const check = () => {
        showState();
        if (navigator.onLine) fetch("/api/health", { cache: "no-store" }).then((response) => response.ok && reload(), () => undefined);
      };
      document.querySelector("button").addEventListener("click", reload);
      addEventListener("online", reload);
      addEventListener("offline", showState);
      setInterval(check, 5000);
      showState();
    </script>
  </body>
</html>
`;
