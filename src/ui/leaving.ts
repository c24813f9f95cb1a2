/** Asks the user; true when the page may be left. */
type Question = () => Promise<boolean>;

let standing: Question | null = null;
const overlays = new Set<() => void>();

/** Has whatever leaves the page by code ask first; answers how to stop. There is one such question at a time. */
export function askBeforeLeaving(question: Question): () => void {
  standing = question;
  return () => {
    if (standing === question) standing = null;
  };
}

/** Calls `close` before a question is asked by code, which what lies over the page would cover; answers how to stop. */
export function onLeaveQuestion(close: () => void): () => void {
  overlays.add(close);
  return () => {
    overlays.delete(close);
  };
}

/** To be awaited before the page is left by code: true when nothing is lost by it, or the user doesn't mind. */
export async function mayLeave(): Promise<boolean> {
  if (standing === null) return true;
  for (const close of overlays) close();
  return standing();
}
