import { useEffect, useState } from "react";

/** Whole seconds until a time (milliseconds since 1970), updated every second. 0 when it has passed. */
export function useSecondsLeft(untilMs: number): number {
  const [nowMs, setNow] = useState(() => Date.now());
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
}
