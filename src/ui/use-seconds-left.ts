import { useEffect, useState } from "react";

/** Whole seconds until a moment (milliseconds since 1970), counted anew each second; 0 once it has come. */
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
