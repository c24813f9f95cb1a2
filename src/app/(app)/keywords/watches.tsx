"use client";

import type { Reads } from "@/contract/coverage";
import type { SiteView } from "@/contract/place-queries";
import type { WatchListResponse } from "@/contract/watch";
import { WatchTrouble } from "@/features/coverage/watch-coverage";
import { WatchesScreen, type Opening } from "@/features/watches/watches-screen";

export function Watches({
  served,
  isPro,
  watchLimit,
  opening,
  sites,
  timeZone,
}: {
  served: { watches: WatchListResponse; reads: Reads };
  isPro: boolean;
  watchLimit: number | null;
  opening: Opening;
  sites: readonly SiteView[];
  timeZone: string;
}) {
  return (
    <WatchesScreen
      served={served.watches}
      isPro={isPro}
      watchLimit={watchLimit}
      opening={opening}
      sites={sites}
      timeZone={timeZone}
      renderTrouble={(watch) => <WatchTrouble watch={watch} served={served.reads} />}
    />
  );
}
