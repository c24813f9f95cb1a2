type Prompt = () => Promise<boolean>;

let blocking: Prompt | null = null;
const overlays = new Set<() => void>();

/** Shown before code leaves the page. Returns a function that removes it. Only one can be registered. */
export function confirmLeaving(query: Prompt): () => void {
  blocking = query;
  return () => {
    if (blocking === query) blocking = null;
  };
}

/** Calls `close` before a confirmation, which overlays would cover. Returns a function that removes it. */
export function onLeavePrompt(close: () => void): () => void {
  overlays.add(close);
  return () => {
    overlays.delete(close);
  };
}

/** Await this before leaving from code. True if nothing is unsaved or the user discards it. */
export async function canLeave(): Promise<boolean> {
  if (blocking === null) return true;
  for (const close of overlays) close();
  return blocking();
}
