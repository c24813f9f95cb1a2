"use client";

import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import type { NotificationView, PopupAnswer } from "@/contract/notification";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { toast } from "@/ui/toast/store";
import { newsOf, type News } from "./news";
import { leadWhileVisible, openNewsChannel } from "./popup-lead";

/** How often a visible page asks for news. */
const pollMs = 30_000;

/** Asks for what came since the page was loaded, tells it once for all tabs and brings the lists up to date. */
export function PopupListener({ since }: { since: string }) {
  const { mutate } = useSWRConfig();
  const from = useRef(since);
  useEffect(() => {
    const reload = () =>
      void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches", "getCoverage"));
    const channel = openNewsChannel((told) => {
      if (told > from.current) from.current = told;
      reload();
    });
    const ask = async () => {
      const news = await fetchNews(from.current);
      const [newest] = news?.notifications ?? [];
      if (news === null || newest === undefined || newest.createdAt <= from.current) return;
      from.current = newest.createdAt;
      tell(news);
      reload();
      channel.tell(newest.createdAt);
    };
    let askedAtMs = Date.now();
    const stop = leadWhileVisible(() => {
      const step = () => {
        askedAtMs = Date.now();
        void ask();
      };
      // Back after a while what was missed is asked for at once.
      if (Date.now() - askedAtMs >= pollMs) step();
      const timer = setInterval(step, pollMs);
      return () => clearInterval(timer);
    });
    return () => {
      stop();
      channel.close();
    };
  }, [mutate]);
  return null;
}

async function fetchNews(since: string): Promise<PopupAnswer | null> {
  try {
    const { api } = await import("@/contract/browser");
    return await api.read("listNews", { query: { since } });
  } catch {
    // Offline, limited or signed out: the next turn asks again for the same time.
    return null;
  }
}

function tell({ notifications, total }: PopupAnswer): void {
  const news = newsOf(notifications, Math.max(total, notifications.length));
  toast({ type: "info", title: <Title {...news.title} />, text: <Lines {...news} /> });
  showSystemAlert(news, notifications);
}

function Title({ text, keyword }: News["title"]) {
  return (
    <>
      {text}
      {keyword !== null && <mark>{keyword}</mark>}
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
function showSystemAlert({ title, lines, more }: News, [newest]: readonly NotificationView[]): void {
  if (newest === undefined || !("Notification" in window) || Notification.permission !== "granted") return;
  const body = more === null ? lines.join("\n") : [...lines, more].join("\n");
  try {
    const alert = new Notification(title.text + (title.keyword ?? ""), {
      body,
      tag: newest._id,
      icon: "/mark.svg",
    });
    alert.onclick = () => {
      window.focus();
      window.location.assign("/notifications");
    };
  } catch {
    // Some phones show system notifications from a service worker only; the toast has told.
  }
}
