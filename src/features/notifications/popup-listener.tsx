"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useSWRConfig } from "swr";
import { storedWritesName } from "@/browser/tokens";
import { isKeyOf, notificationReads } from "@/browser/swr-keys";
import { loadLater, useLater } from "@/ui/load-later";
import type { News } from "./follow-updates";

const loadPill = () => import("./news-pill");
const loadSend = () => import("./send");
const loadUpdates = () => import("./follow-updates");

/** A link to one keyword would hide the matches of the other. */
function merged(before: News, next: News): News {
  const href = before.href === next.href ? next.href : "/notifications";
  return { ...next, href, total: before.total + next.total };
}

/** Announces notifications created since the page load in a pill, and refreshes the lists. Sends stored changes. */
export function PopupListener({ since }: { since: string }) {
  const { mutate } = useSWRConfig();
  const from = useRef(since);
  const pill = useLater(loadPill);
  const [news, setNews] = useState<News | null>(null);
  // The inbox shows new matches itself.
  const isInbox = usePathname() === "/notifications";
  if (isInbox && news !== null) setNews(null);
  useEffect(() => {
    if (localStorage.getItem(storedWritesName) === null) return;
    const refresh = () => mutate((key) => isKeyOf(key, ...notificationReads));
    return loadLater(loadSend, ({ sendStored }) => void sendStored().then(refresh));
  }, [mutate]);
  useEffect(() => {
    let stop = () => {};
    const reload = () =>
      void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches", "getCoverage"));
    const end = loadLater(loadUpdates, ({ followNews }) => {
      stop = followNews({
        from,
        reloadLists: () => {
          if (document.visibilityState === "visible") return reload();
          // The requests of hidden tabs would count toward the rate limit.
          document.addEventListener("visibilitychange", reload, { once: true });
        },
        announce: (next) => setNews((before) => (before === null ? next : merged(before, next))),
      });
    });
    return () => {
      end();
      stop();
      document.removeEventListener("visibilitychange", reload);
    };
  }, [mutate]);
  return pill && <pill.NewsPill news={news} onClose={() => setNews(null)} />;
}
