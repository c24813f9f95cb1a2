import { useCallback, useEffect, useRef } from "react";
import { setLeaving, useLeaving, type Leaving, type LeavingByKey } from "@/contract/leaving";
import { registerUndo, undoMs } from "@/ui/undo";

export interface PutOff {
  /** Waiting, or being sent to the server. */
  leaving: LeavingByKey;
  /** Starts a delayed action. Runs it when the undo time is over, or immediately if the page unloads. */
  start: (key: string, entry: Omit<Leaving, "isSent">, work: Work) => void;
  /** Cancels the action. */
  stop: (key: string) => void;
  /** Runs all delayed actions immediately. */
  endAll: () => void;
}

/** Runs the action. It must call `setLeaving` when done. */
type Work = (how: { isLeaving: boolean }) => void;

interface Waiting {
  timer: number;
  forget: () => void;
  entry: Omit<Leaving, "isSent">;
  work: Work;
}

/** Delays actions while they can be undone. */
export function usePutOff(): PutOff {
  const leaving = useLeaving();
  const waiting = useRef(new Map<string, Waiting>());

  const end = useCallback((key: string, isDone: boolean, isLeaving = false) => {
    const stored = waiting.current.get(key);
    if (stored === undefined) return;
    window.clearTimeout(stored.timer);
    stored.forget();
    waiting.current.delete(key);
    setLeaving(key, isDone ? { ...stored.entry, isSent: true } : null);
    if (isDone) stored.work({ isLeaving });
  }, []);

  const endAll = useCallback(
    (isLeaving = false) => [...waiting.current.keys()].forEach((key) => end(key, true, isLeaving)),
    [end],
  );

  useEffect(() => {
    const leave = () => endAll(true);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      endAll();
    };
  }, [endAll]);

  const start: PutOff["start"] = (key, entry, work) => {
    end(key, true);
    const timer = window.setTimeout(() => end(key, true), undoMs);
    waiting.current.set(key, { entry, work, timer, forget: registerUndo(() => end(key, false)) });
    setLeaving(key, { ...entry, isSent: false });
  };
  return { leaving, start, stop: (key) => end(key, false), endAll: () => endAll() };
}
