"use client";

import type { Reads } from "@/contract/coverage";
import type { WatchListAnswer } from "@/contract/watch";
import { WatchCoverage } from "@/features/coverage/watch-coverage";
import { WatchesScreen } from "@/features/watches/watches-screen";

/** The watches, each with how well it is being read. */
export function Watches({
  served,
  isPro,
  ...reading
}: {
  served: { watches: WatchListAnswer; reads: Reads };
  isPro: boolean;
  servedAt: Date;
  timeZone: string;
}) {
  return (
    <WatchesScreen
      served={served.watches}
      isPro={isPro}
      timeZone={reading.timeZone}
      renderCoverage={(watch) => <WatchCoverage watch={watch} served={served.reads} {...reading} />}
    />
  );
}
