/** Asks the user. Resolves to true if the page can be left. */
type Question = () => Promise<boolean>;

let blocking: Question | null = null;
const overlays = new Set<() => void>();

/**
 * Registers the confirmation shown before code leaves the page. Returns a function that removes it. Only one
 * can be registered.
 */
export function askBeforeLeaving(query: Question): () => void {
  blocking = query;
  return () => {
    if (blocking === query) blocking = null;
  };
}

/**
 * Calls `close` before such a confirmation opens, because overlays would cover it. Returns a function that
 * removes it.
 */
export function onLeaveQuestion(close: () => void): () => void {
  overlays.add(close);
  return () => {
    overlays.delete(close);
  };
}

/**
 * Await this before leaving the page from code. Resolves to true if there are no unsaved changes or the user
 * discards them.
 */
export async function mayLeave(): Promise<boolean> {
  if (blocking === null) return true;
  for (const close of overlays) close();
  return blocking();
}
