import { undoShownMs } from "@/domain/time/undo";
import { toast, toasts, type ToastMessage } from "./toast/store";

const undoable = new Set<() => void>();

/** Registers an undo action for `undoShownMs`. Returns a function that discards it. */
export function registerUndo(undo: () => void): () => void {
  const forget = () => {
    clearTimeout(timer);
    return undoable.delete(now);
  };
  const now = () => {
    if (forget()) undo();
  };
  const timer = setTimeout(forget, undoShownMs);
  undoable.add(now);
  return forget;
}

/** Further calls undo earlier actions. Returns false if there are no more. */
export function undoLatest(): boolean {
  const latest = [...undoable].at(-1);
  if (latest === undefined) return false;
  latest();
  return true;
}

/** Stays open while hovered; the next undo toast replaces it. Returns a function that closes it early. */
export function showUndoToast(
  { title, text }: Pick<ToastMessage, "title" | "text">,
  undo: () => void,
): () => void {
  const end = () => {
    forget();
    toasts.close(result, true);
  };
  let isOver = false;
  const takeBack = () => {
    if (isOver) return;
    isOver = true;
    end();
    undo();
  };
  const forget = registerUndo(takeBack);
  const result = toast({
    type: "success",
    key: "undo",
    isUndo: true,
    title,
    text,
    action: { label: "Undo", onAct: takeBack },
    durationMs: undoShownMs,
  });
  return () => {
    isOver = true;
    end();
  };
}
