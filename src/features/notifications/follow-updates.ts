import { keepWorker } from "@/contract/browser-push";
import type { LiveListener } from "@/contract/live";
import type { NotificationView, PopupResponse } from "@/contract/notification";
import { getItem } from "@/contract/place";
import { newsLine, newsRest, newsTitle } from "@/domain/news-texts";
import { loadLater } from "@/ui/load-later";
import { becomeLeaderWhileVisible, openNewsChannel } from "./popup-lead";
import { isReply } from "./row-text";
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
  void keepWorker();
  const reload = spaced(betweenReloadsMs, reloadLists);
  const known = new Set<string>();
  let unsent: PopupResponse = { notifications: [], total: 0 };
  const showPending = spaced(betweenNewsMs, () => {
    const { notifications, total } = unsent;
    const updates = getNews(notifications, Math.max(total, notifications.length));
    announce(updates);
    showSystemAlert(updates, notifications);
    unsent = { notifications: [], total: 0 };
  });
  const channel = openNewsChannel((result) => {
    if (result > from.current) from.current = result;
    reload();
  });
  const receive = ({ notifications, total, isSilent }: PopupResponse) => {
    const [newest] = notifications;
    if (newest === undefined) return;
    for (const { _id } of notifications) known.add(_id);
    if (newest.createdAt > from.current) from.current = newest.createdAt;
    if (isSilent !== true) {
      unsent = {
        notifications: [...notifications, ...unsent.notifications],
        total: total + unsent.total,
      };
      showPending();
    }
    reload();
    channel.report(newest.createdAt);
  };
  let polledAtMs = Date.now();
  const poll = async () => {
    polledAtMs = Date.now();
    const updates = await fetchNews(from.current);
    const [newest] = updates?.notifications ?? [];
    if (updates !== null && newest !== undefined && newest.createdAt > from.current) receive(updates);
  };
  const step = () => void poll();
  const stop = becomeLeaderWhileVisible(() => {
    // Poll immediately if the page was hidden for a while.
    if (Date.now() - polledAtMs >= pollMs) step();
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
      clearInterval(timer);
      leave();
    };
  });
  return () => {
    stop();
    channel.close();
  };
}

/** Throttles `work`: runs it immediately, and combines later calls into one run after `ms`. */
function spaced(ms: number, work: () => void): () => void {
  let doneAtMs = -Infinity;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const run = () => {
    timer = null;
    doneAtMs = Date.now();
    work();
  };
  return () => {
    const waitMs = doneAtMs + ms - Date.now();
    if (waitMs <= 0) run();
    else timer ??= setTimeout(run, waitMs);
  };
}

function listenSoon(listener: LiveListener): () => void {
  let leave = () => undefined as void;
  const timer = setTimeout(() => {
    // While the chunk can't be loaded, polling continues.
    leave = loadLater(
      () => import("@/contract/live"),
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
    const { api } = await import("@/contract/browser");
    return await api.read("listNews", { query: { since } });
  } catch {
    return null;
  }
}

/** Only if permission was granted. The tag replaces a notification already shown by push. */
function showSystemAlert({ title, lines, more, href }: News, [newest]: readonly NotificationView[]): void {
  if (newest === undefined || !("Notification" in window) || Notification.permission !== "granted") return;
  const body = more === null ? lines.join("\n") : [...lines, more].join("\n");
  try {
    const alert = new Notification(title.text + title.keyword, {
      body,
      tag: newest._id,
      icon: "/mark.svg",
    });
    alert.onclick = () => {
      window.focus();
      window.location.assign(href);
    };
  } catch {
    // Some phones only allow system notifications from a service worker. The pill is shown anyway.
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
