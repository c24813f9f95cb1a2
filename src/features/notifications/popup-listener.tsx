"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { mayLeave } from "@/ui/leaving";

/** Tells what came since the page was loaded, and brings the lists up to date. */
export function PopupListener({ since }: { since: string }) {
  const { mutate } = useSWRConfig();
  const router = useRouter();
  const from = useRef(since);
  useEffect(() => {
    let isOver = false;
    let stop = () => {};
    // Loaded after the screen, which shows what there is without it.
    void import("./follow-news").then(({ followNews }) => {
      if (isOver) return;
      stop = followNews({
        from,
        reloadLists: () =>
          void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches", "getCoverage")),
        open: (href) => void mayLeave().then((isMeant) => isMeant && router.push(href)),
      });
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [mutate, router]);
  return null;
}
