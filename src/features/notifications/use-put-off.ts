import { useCallback, useEffect, useRef, useState } from "react";

/** How long a delete can be taken back: contract section 2. */
export const undoMs = 5_000;

export interface PutOff {
  /** What is waiting. */
  keys: ReadonlySet<string>;
  /** Does the work when the time is over, or at once when the page is left. */
  start: (key: string, work: () => void) => void;
  /** Takes it back. */
  stop: (key: string) => void;
}

/** Work that waits a moment in which it can be taken back. */
export function usePutOff(): PutOff {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const waiting = useRef(new Map<string, { timer: number; work: () => void }>());

  const end = useCallback((key: string, isDone: boolean) => {
    const entry = waiting.current.get(key);
    if (entry === undefined) return;
    window.clearTimeout(entry.timer);
    waiting.current.delete(key);
    if (isDone) entry.work();
    setKeys(new Set(waiting.current.keys()));
  }, []);

  useEffect(() => {
    const held = waiting.current;
    const endAll = () => [...held.keys()].forEach((key) => end(key, true));
    window.addEventListener("pagehide", endAll);
    return () => {
      window.removeEventListener("pagehide", endAll);
      endAll();
    };
  }, [end]);

  const start = (key: string, work: () => void) => {
    end(key, true);
    waiting.current.set(key, { work, timer: window.setTimeout(() => end(key, true), undoMs) });
    setKeys(new Set(waiting.current.keys()));
  };
  return { keys, start, stop: (key) => end(key, false) };
}
