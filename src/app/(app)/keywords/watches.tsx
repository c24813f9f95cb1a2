"use client";

import type { Reads } from "@/contract/coverage";
import type { SiteView } from "@/contract/place-queries";
import type { WatchListResponse } from "@/contract/watch";
import { WatchRead, WatchTrouble } from "@/features/coverage/watch-coverage";
import { WatchesScreen, type Opening } from "@/features/watches/watches-screen";

/** The watch list with each watch's reading status. */
export function Watches({
  served,
  isPro,
  watchLimit,
  opening,
  sites,
  ...reading
}: {
  served: { watches: WatchListResponse; reads: Reads };
  isPro: boolean;
  watchLimit: number | null;
  opening: Opening;
  sites: readonly SiteView[];
  servedAt: Date;
  timeZone: string;
}) {
  return (
    <WatchesScreen
      served={served.watches}
      isPro={isPro}
      watchLimit={watchLimit}
      opening={opening}
      sites={sites}
      timeZone={reading.timeZone}
      renderRead={(watch) => <WatchRead watch={watch} served={served.reads} {...reading} />}
      renderTrouble={(watch) => <WatchTrouble watch={watch} served={served.reads} />}
    />
  );
}
