import { useCallback, useEffect, useRef, useState } from "react";

/** How long a delete can be taken back: contract section 2. */
export const undoMs = 5_000;

export interface PutOff {
  /** What is waiting. */
  keys: ReadonlySet<string>;
  /** Does the work when the time is over, or at once when the page is left. */
  start: (key: string, work: Work) => void;
  /** Takes it back. */
  stop: (key: string) => void;
}

type Work = (how: { isLeaving: boolean }) => void;

/** Work that waits a moment in which it can be taken back. */
export function usePutOff(): PutOff {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, { timer: number; work: Work }>());

  const end = useCallback((key: string, isDone: boolean, isLeaving = false) => {
    const entry = waiting.current.get(key);
    if (entry === undefined) return;
    window.clearTimeout(entry.timer);
    waiting.current.delete(key);
    if (isDone) entry.work({ isLeaving });
    setKeys(new Set(waiting.current.keys()));
  }, []);

  useEffect(() => {
    const held = waiting.current;
    const endAll = (isLeaving: boolean) => [...held.keys()].forEach((key) => end(key, true, isLeaving));
    const leave = () => endAll(true);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      endAll(false);
    };
  }, [end]);

  const start = (key: string, work: Work) => {
    end(key, true);
    waiting.current.set(key, { work, timer: window.setTimeout(() => end(key, true), undoMs) });
    setKeys(new Set(waiting.current.keys()));
  };
  return { keys, start, stop: (key) => end(key, false) };
}
