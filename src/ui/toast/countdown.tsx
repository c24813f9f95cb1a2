"use client";

import { useState } from "react";
import { countdownText } from "@/domain/text/rate-limit-texts";
import { useSecondsLeft } from "../use-seconds-left";

export function Countdown({ untilMs }: { untilMs: number }) {
  const [fromMs] = useState(() => Date.now());
  const seconds = useSecondsLeft(untilMs);
  const share = untilMs <= fromMs ? 0 : (seconds * 1000) / (untilMs - fromMs);
  return (
    <>
      <p className="text-13 text-ink-2">{countdownText(seconds)}</p>
      <span
        aria-hidden="true"
        className="absolute bottom-0 left-0 h-0.75 bg-warn transition-[width] duration-200 forced-colors:bg-[Highlight]"
        style={{ width: `${Math.min(1, share) * 100}%` }}
      />
    </>
  );
}
