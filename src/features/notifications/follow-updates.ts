import { keepWorker } from "@/browser/push";
import type { LiveListener } from "@/browser/live";
import { openNewsChannel } from "@/browser/news-channel";
import type { NotificationView, PopupResponse } from "@/contract/notification";
import { getItem } from "@/contract/place";
import { newsLine, newsRest, newsTitle } from "@/domain/delivery/news-texts";
import { loadLater } from "@/ui/load-later";
import { becomeLeaderWhileVisible } from "./popup-lead";
import { isReply } from "./row-text";
import { canAlert, showAlert } from "./show-alert";
import { getAddress, getView } from "./view";

/** Poll interval of a visible page without a live connection. */
const pollMs = 30_000;
/** Delay before connecting, to avoid connections for pages left sooner. */
const beforeLiveMs = 3_000;
/** New matches are announced at most this often. */
const betweenNewsMs = 60_000;
const betweenReloadsMs = 3_000;

/** Announces in one tab only. Moves `from.current` (ISO) to the newest. Returns a function to stop. */
export function followNews({
  from,
  reloadLists,
  announce,
}: {
  from: { current: string };
  reloadLists: () => void;
  announce: (news: News) => void;
}): () => void {
  const leaveWorker = replyToWorker();
  const reload = spaced(betweenReloadsMs, reloadLists).run;
  const known = new Set<string>();
  const announcer = createAnnouncer(announce);
  const channel = openNewsChannel((result) => {
    if (result > from.current) from.current = result;
    reload();
  });
  const receive = ({ notifications, total, isSilent }: PopupResponse, hasAlert = true) => {
    const [newest] = notifications;
    if (newest === undefined) return;
    for (const { _id } of notifications) known.add(_id);
    if (newest.createdAt > from.current) from.current = newest.createdAt;
    if (isSilent !== true) announcer.add({ notifications, total }, hasAlert);
    reload();
    channel.report(newest.createdAt);
  };
  let polledAtMs = Date.now();
  const poll = async (hasAlert: boolean) => {
    polledAtMs = Date.now();
    const updates = await fetchNews(from.current);
    const [newest] = updates?.notifications ?? [];
    if (updates !== null && newest !== undefined && newest.createdAt > from.current)
      receive(updates, hasAlert);
  };
  const step = () => void poll(true);
  const stop = becomeLeaderWhileVisible(() => {
    // Poll immediately if the page was hidden for a while. Push has already alerted of these matches.
    if (Date.now() - polledAtMs >= pollMs) void poll(false);
    let timer: ReturnType<typeof setInterval> | undefined = setInterval(step, pollMs);
    const floor = from.current;
    const leave = listenSoon({
      from: () => from.current,
      onNews: ({ notifications, counts }) => {
        // A new connection replays a little before the end of the last one, so skip duplicates.
        const updates = notifications.filter(({ _id, createdAt }) => createdAt > floor && !known.has(_id));
        if (updates.length > 0)
          return receive({
            notifications: updates,
            total: counts.news - (notifications.length - updates.length),
          });
        // Silent notifications also belong in the lists of every tab.
        reload();
        channel.report(from.current);
      },
      onReset: () => {
        step();
        reload();
      },
      onStatus: (isLive) => {
        if (!isLive) {
          timer ??= setInterval(step, pollMs);
          return;
        }
        clearInterval(timer);
        timer = undefined;
      },
    });
    return () => {
      // The push worker has dropped the pushes since the last poll.
      if (timer !== undefined && document.visibilityState === "hidden" && canAlert()) step();
      clearInterval(timer);
      leave();
    };
  });
  return () => {
    stop();
    announcer.stop();
    leaveWorker();
    channel.close();
  };
}

const none: PopupResponse = { notifications: [], total: 0 };
const join = (updates: PopupResponse, earlier: PopupResponse): PopupResponse => ({
  notifications: [...updates.notifications, ...earlier.notifications],
  total: updates.total + earlier.total,
});
const toNews = ({ notifications, total }: PopupResponse) =>
  getNews(notifications, Math.max(total, notifications.length));

interface Announcer {
  /** Without an alert, they are only announced in the page. */
  add: (updates: PopupResponse, hasAlert: boolean) => void;
  stop: () => void;
}

/** Combines matches that arrive in quick succession, unless the page is hidden or left. */
function createAnnouncer(announce: (news: News) => void): Announcer {
  // Stored in advance, because a page that is being left can't wait for it.
  let registration: ServiceWorkerRegistration | null = null;
  void keepWorker().then((result) => (registration = result));
  let unannounced = none;
  let unalerted = none;
  const pending = spaced(betweenNewsMs, () => {
    announce(toNews(unannounced));
    const [newest] = unalerted.notifications;
    if (newest !== undefined) showAlert(toNews(unalerted), newest._id, registration);
    unannounced = unalerted = none;
  });
  const flushHidden = () => document.visibilityState === "hidden" && pending.flush();
  document.addEventListener("visibilitychange", flushHidden);
  window.addEventListener("pagehide", pending.flush);
  return {
    add: (updates, hasAlert) => {
      unannounced = join(updates, unannounced);
      if (hasAlert) unalerted = join(updates, unalerted);
      pending.run();
      flushHidden();
    },
    stop: () => {
      document.removeEventListener("visibilitychange", flushHidden);
      window.removeEventListener("pagehide", pending.flush);
    },
  };
}

/** Tells public/push-worker.js that this window shows an app screen. Returns a function to stop. */
function replyToWorker(): () => void {
  const worker = "serviceWorker" in navigator ? navigator.serviceWorker : null;
  const reply = ({ ports }: MessageEvent) => ports[0]?.postMessage(location.pathname);
  worker?.addEventListener("message", reply);
  return () => worker?.removeEventListener("message", reply);
}

/** Throttles `work`: runs it immediately, and combines later calls into one after `ms` or by `flush`. */
function spaced(ms: number, work: () => void): { run: () => void; flush: () => void } {
  let doneAtMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const end = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    doneAtMs = Date.now();
    work();
  };
  return {
    run: () => {
      const waitMs = doneAtMs + ms - Date.now();
      if (waitMs <= 0) end();
      else timer ??= setTimeout(end, waitMs);
    },
    flush: () => timer !== null && end(),
  };
}

function listenSoon(listener: LiveListener): () => void {
  let leave = () => undefined as void;
  const timer = setTimeout(() => {
    // While the chunk can't be loaded, polling continues.
    leave = loadLater(
      () => import("@/browser/live"),
      ({ listenLive }) => (leave = listenLive(listener)),
    );
  }, beforeLiveMs);
  return () => {
    clearTimeout(timer);
    leave();
  };
}

async function fetchNews(since: string): Promise<PopupResponse | null> {
  try {
    const { api } = await import("@/browser/api");
    return await api.read("listNews", { query: { since } });
  } catch {
    return null;
  }
}

const namedNews = 5;

export interface News {
  total: number;
  title: { text: string; keyword: string };
  lines: string[];
  more: string | null;
  /** Filtered by keyword if all are known to share one. */
  href: ReturnType<typeof getAddress>;
}

/** `total` also counts notifications that aren't passed. */
export function getNews(notifications: readonly NotificationView[], total: number): News {
  const keyword = notifications[0]?.matchedKeyword ?? "";
  const isOfOne =
    total === notifications.length && notifications.every((one) => one.matchedKeyword === keyword);
  // The keyword filter only knows keywords.
  const isOfThread = notifications.some(isReply);
  const lines = notifications
    .slice(0, namedNews)
    .map(getItem)
    .map((item) => newsLine(item.place.label, item.title));
  return {
    total,
    title: { text: newsTitle(total, isOfOne), keyword },
    lines,
    more: newsRest(total - lines.length),
    href: getAddress({
      ...getView(new URLSearchParams(), false),
      keyword: isOfOne && !isOfThread ? keyword : "",
    }),
  };
}
