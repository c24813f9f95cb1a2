"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useSWRConfig } from "swr";
import { isKeyOf, notificationReads } from "@/contract/swr-keys";
import { mayLeave } from "@/ui/leaving";
import { loadLater } from "@/ui/load-later";

/** Shows toasts for notifications created since the page load and refreshes the lists. */
export function PopupListener({ since }: { since: string }) {
  const { mutate } = useSWRConfig();
  const router = useRouter();
  const from = useRef(since);
  useEffect(() => {
    let stop = () => {};
    const end = loadLater(
      () => import("./follow-updates"),
      ({ followNews }) => {
        stop = followNews({
          from,
          reloadLists: () =>
            void mutate((key) => isKeyOf(key, ...notificationReads, "listWatches", "getCoverage")),
          open: (href) => void mayLeave().then((isMeant) => isMeant && router.push(href)),
        });
      },
    );
    return () => {
      end();
      stop();
    };
  }, [mutate, router]);
  return null;
}
