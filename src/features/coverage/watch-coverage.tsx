"use client";

import { ChevronRight, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Reads, PlaceCoverage } from "@/contract/coverage";
import type { WatchView } from "@/contract/watch";
import { allShareText, isShared } from "@/contract/all-share";
import {
  tooManyAdvice,
  tooManyText,
  tooMuchText,
  unreadAdvice,
  unreadText,
  watchReadText,
} from "@/contract/coverage-texts";
import { placeKey } from "@/domain/reading/place";
import { useNow } from "@/ui/use-now";
import { CoverageRow } from "./coverage-row";
import { useCoverage } from "./use-coverage";

interface Props {
  watch: WatchView;
  served: Reads;
  servedAt: Date;
  timeZone: string;
}

function useReadsOf({ watch, served }: Pick<Props, "watch" | "served">) {
  const reads = useCoverage(served).data ?? served;
  const keys = new Set(watch.isActive ? watch.places.map(placeKey) : []);
  return { reads, mine: reads.places.filter((one) => keys.has(placeKey(one))) };
}

export function WatchRead({ watch, served, servedAt, timeZone }: Props) {
  const { mine } = useReadsOf({ watch, served });
  const now = useNow(servedAt);
  return mine.length === 0 ? null : watchReadText(mine, now, timeZone);
}

export function WatchTrouble({ watch, served }: Pick<Props, "watch" | "served">) {
  const { reads, mine } = useReadsOf({ watch, served });
  const isMine = ({ watchId }: { watchId: string }) => watch.isActive && watchId === watch._id;
  return (
    <>
      {mine.map((one) => (
        <Unreadable key={placeKey(one)} coverage={one} />
      ))}
      {reads.tooMany.filter(isMine).map((overflow) => (
        <Warning key={`many ${overflow.day}`}>
          {tooManyText(overflow)}. {tooManyAdvice}
        </Warning>
      ))}
      {reads.tooMuchText.filter(isMine).map((overflow) => (
        <Warning key={`text ${overflow.day}`}>
          {tooMuchText(overflow)}. {tooManyAdvice}
        </Warning>
      ))}
    </>
  );
}

export function WatchCoverage(requested: Props) {
  const { reads, mine } = useReadsOf(requested);
  const now = useNow(requested.servedAt);
  if (mine.length === 0) return null;
  return (
    <div className="text-13">
      <WatchTrouble {...requested} />
      <details className="group/read">
        <summary className="-ml-1 inline-flex cursor-pointer list-none items-center gap-1 rounded-sm text-ink-2 hover:text-ink pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
          <ChevronRight className="size-4 flex-none transition-[rotate] duration-200 ease-std group-open/read:rotate-90" />
          <WatchRead {...requested} />
        </summary>
        <ul className="mt-2 divide-y divide-line border-t border-line">
          {mine.map((one) => (
            <li key={placeKey(one)}>
              <CoverageRow
                coverage={one}
                note={isShared(one) ? allShareText(reads.allShare) : null}
                now={now}
                timeZone={requested.timeZone}
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
    <p className="flex gap-2 py-1 text-13 text-ink-2">
      <TriangleAlert className={`mt-0.5 size-4 flex-none ${isBad ? "text-bad" : "text-warn"}`} />
      <span>{children}</span>
    </p>
  );
}
