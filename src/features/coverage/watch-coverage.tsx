"use client";

import { ChevronRight, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Reads, PlaceCoverage } from "@/contract/coverage";
import type { WatchView } from "@/contract/watch";
import { allShareText, isShared } from "@/contract/all-share";
import {
  tooManyAdvice,
  tooManyText,
  unreadAdvice,
  unreadText,
  watchReadText,
} from "@/contract/coverage-texts";
import { placeKey } from "@/domain/place";
import { useNow } from "@/ui/use-now";
import { CoverageRow } from "./coverage-row";
import { useCoverage } from "./use-coverage";

/** Below a watch: what of it can't be read and what to do, and folded how well the rest is. */
export function WatchCoverage({
  watch,
  served,
  servedAt,
  timeZone,
}: {
  watch: WatchView;
  served: Reads;
  servedAt: Date;
  timeZone: string;
}) {
  const reads = useCoverage(served).data ?? served;
  const { allShare } = reads;
  const now = useNow(servedAt);
  if (!watch.isActive) return null;
  const keys = new Set(watch.places.map(placeKey));
  const mine = reads.places.filter((one) => keys.has(placeKey(one)));
  if (mine.length === 0) return null;
  return (
    <div className="text-13">
      {mine.map((one) => (
        <Unreadable key={placeKey(one)} coverage={one} />
      ))}
      {reads.tooMany
        .filter(({ watchId }) => watchId === watch._id)
        .map((overflow) => (
          <Warning key={overflow.day}>
            {tooManyText(overflow)}. {tooManyAdvice}
          </Warning>
        ))}
      <details className="group/read">
        <summary className="-ml-1 inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-ink-3 hover:text-ink-2 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 flex-none transition-[rotate] duration-200 ease-std group-open/read:rotate-90" />
          {watchReadText(mine, now, timeZone)}
          <span className="sr-only"> for {watch.keyword}</span>
        </summary>
        <ul className="mt-2 divide-y divide-line border-t border-line">
          {mine.map((one) => (
            <li key={placeKey(one)}>
              <CoverageRow
                coverage={one}
                note={isShared(one) ? allShareText(allShare) : null}
                now={now}
                timeZone={timeZone}
              />
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}

function Unreadable({ coverage }: { coverage: PlaceCoverage }) {
  const text = unreadText(coverage);
  if (text === null) return null;
  return (
    <Warning isBad>
      <b className="font-semibold text-ink wrap-anywhere">{coverage.label}</b> ·{" "}
      {coverage.isOn ? `${text}. ${unreadAdvice(coverage)}` : text}
    </Warning>
  );
}

function Warning({ isBad = false, children }: { isBad?: boolean; children: ReactNode }) {
  return (
    <p className="flex gap-2 py-1 text-ink-2">
      <TriangleAlert className={`mt-0.5 size-4 flex-none ${isBad ? "text-bad" : "text-warn"}`} />
      <span>{children}</span>
    </p>
  );
}
