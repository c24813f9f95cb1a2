import { toast, toasts, type ToastMessage } from "./toast/store";

/** How long what was done can be taken back. */
export const undoMs = 8_000;

const undoable = new Set<() => void>();

/** Keeps the way back of what was just done, as long as it can be taken back; answers what gives it up. */
export function keepUndo(undo: () => void): () => void {
  const forget = () => {
    clearTimeout(timer);
    return undoable.delete(now);
  };
  const now = () => {
    if (forget()) undo();
  };
  const timer = setTimeout(forget, undoMs);
  undoable.add(now);
  return forget;
}

/** Takes back the latest that still can be, and what was done before it by the next call; false where there is nothing. */
export function undoLatest(): boolean {
  const latest = [...undoable].at(-1);
  if (latest === undefined) return false;
  latest();
  return true;
}

/**
 * Says what was just done, with the way back as long as that is said: it stays while somebody points at it. What is said next
 * takes its place. Answers what ends it before its time.
 */
export function tellUndo(
  { title, text }: Pick<ToastMessage, "title" | "text">,
  undo: () => void,
): () => void {
  const end = () => {
    forget();
    toasts.close(told, true);
  };
  let isOver = false;
  const takeBack = () => {
    if (isOver) return;
    isOver = true;
    end();
    undo();
  };
  const forget = keepUndo(takeBack);
  const told = toast({
    type: "success",
    key: "undo",
    isUndo: true,
    title,
    text,
    action: { label: "Undo", onAct: takeBack },
    durationMs: undoMs,
  });
  return () => {
    isOver = true;
    end();
  };
}
