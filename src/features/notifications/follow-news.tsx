import { keepWorker } from "@/contract/browser-push";
import type { LiveListener } from "@/contract/live";
import type { NotificationView, PopupResponse } from "@/contract/notification";
import { toast } from "@/ui/toast/store";
import { newsOf, type News } from "./news";
import { leadWhileVisible, openNewsChannel } from "./popup-lead";

/** How often a visible page asks for news that don't come by themselves. */
const pollMs = 30_000;
/** A page that is left again sooner opens no line. */
const beforeLiveMs = 3_000;
/** What comes one after the other is told and shown in one. */
const betweenToastsMs = 10_000;
const betweenReloadsMs = 3_000;

/**
 * Hears what came since a moment (ISO), tells it once for all tabs and has the lists brought up to date; answers how to stop.
 * `from.current` is moved to the newest that was heard.
 */
export function followNews({
  from,
  reloadLists,
  open,
}: {
  from: { current: string };
  reloadLists: () => void;
  /** Goes to where the news are shown. */
  open: (href: News["href"]) => void;
}): () => void {
  void keepWorker();
  const reload = spaced(betweenReloadsMs, reloadLists);
  const known = new Set<string>();
  let untold: PopupResponse = { notifications: [], total: 0 };
  const tellUntold = spaced(betweenToastsMs, () => {
    tell(untold, open);
    untold = { notifications: [], total: 0 };
  });
  const channel = openNewsChannel((told) => {
    if (told > from.current) from.current = told;
    reload();
  });
  const hear = ({ notifications, total, isSilent }: PopupResponse) => {
    const [newest] = notifications;
    if (newest === undefined) return;
    for (const { _id } of notifications) known.add(_id);
    if (newest.createdAt > from.current) from.current = newest.createdAt;
    if (isSilent !== true) {
      untold = {
        notifications: [...notifications, ...untold.notifications],
        total: total + untold.total,
      };
      tellUntold();
    }
    reload();
    channel.tell(newest.createdAt);
  };
  const ask = async () => {
    const news = await fetchNews(from.current);
    const [newest] = news?.notifications ?? [];
    if (news !== null && newest !== undefined && newest.createdAt > from.current) hear(news);
  };
  let askedAtMs = Date.now();
  const step = () => {
    askedAtMs = Date.now();
    void ask();
  };
  const stop = leadWhileVisible(() => {
    // Back after a while what was missed is asked for at once.
    if (Date.now() - askedAtMs >= pollMs) step();
    let timer: ReturnType<typeof setInterval> | undefined = setInterval(step, pollMs);
    const floor = from.current;
    const leave = listenSoon({
      from: () => from.current,
      onNews: ({ notifications, counts }) => {
        // A line that was opened again begins a little before where the last one ended.
        const news = notifications.filter(({ _id, createdAt }) => createdAt > floor && !known.has(_id));
        hear({ notifications: news, total: counts.news - (notifications.length - news.length) });
        // What alerts nobody is in the lists all the same, in every tab.
        reload();
        channel.tell(from.current);
      },
      onReset: () => {
        step();
        reload();
      },
      onStanding: (isLive) => {
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

/** Does it at once, and what is wanted before so much time has gone once when it has. */
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

/** Keeps a line open on which news come by themselves, from a little later on; answers how to stop. */
function listenSoon(listener: LiveListener): () => void {
  let leave = () => undefined as void;
  let isLeft = false;
  const open = async () => {
    const { listenLive } = await import("@/contract/live");
    if (!isLeft) leave = listenLive(listener);
  };
  // Without the piece of the program that is missing news are asked for.
  const timer = setTimeout(() => void open().catch(() => undefined), beforeLiveMs);
  return () => {
    isLeft = true;
    clearTimeout(timer);
    leave();
  };
}

async function fetchNews(since: string): Promise<PopupResponse | null> {
  try {
    const { api } = await import("@/contract/browser");
    return await api.read("listNews", { query: { since } });
  } catch {
    // Offline, limited or signed out: the next turn asks again for the same time.
    return null;
  }
}

function tell({ notifications, total }: PopupResponse, open: (href: News["href"]) => void): void {
  const news = newsOf(notifications, Math.max(total, notifications.length));
  toast({
    type: "info",
    title: <Title {...news.title} />,
    text: <Lines {...news} />,
    action: { label: "Show", onAct: () => open(news.href) },
  });
  showSystemAlert(news, notifications);
}

function Title({ text, keyword }: News["title"]) {
  return (
    <>
      {text}
      <mark>{keyword}</mark>
    </>
  );
}

function Lines({ lines, more }: News) {
  return (
    <>
      {lines.map((line, index) => (
        <span key={index} className="line-clamp-2 wrap-anywhere" dir="auto">
          {line}
        </span>
      ))}
      {more !== null && <span className="block">{more}</span>}
    </>
  );
}

/** By permission alone; one that a push has shown already is replaced, not doubled. */
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
    // Some phones show system notifications from a service worker only; the toast has told.
  }
}
