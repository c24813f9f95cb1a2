import { useEffect, useState } from "react";

/** Retry delays in milliseconds: doubled after each failure, up to a minute. */
const [firstWaitMs, longestWaitMs] = [4_000, 60_000];

/** Retries until it succeeds: the user can't retry what they didn't request. Returns a cancel function. */
export function loadLater<Part>(load: () => Promise<Part>, onLoaded: (part: Part) => void): () => void {
  let isOver = false;
  const attempt = async (waitMs: number) => {
    if (isOver) return;
    const part = await load().catch(() => null);
    if (isOver) return;
    if (part !== null) onLoaded(part);
    else setTimeout(() => void attempt(Math.min(waitMs * 2, longestWaitMs)), waitMs);
  };
  void attempt(firstWaitMs);
  return () => {
    isOver = true;
  };
}

/** Loads code before its first use, while the browser is idle. Returns a cancel function. */
export function loadWhenIdle(loads: readonly (() => Promise<unknown>)[]): () => void {
  const start = () => {
    for (const load of loads) load().catch(() => undefined);
  };
  // Safari has no idle callbacks.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(start, firstWaitMs);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(start);
  return () => cancelIdleCallback(request);
}

/** The part once it is loaded. `load` must not change. */
export function useLater<Part>(load: () => Promise<Part>): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  useEffect(() => loadLater(load, (loaded) => setPart(() => loaded)), [load]);
  return part;
}
