/** How long after a failure it is asked for again, milliseconds: twice as long each time, up to a minute. */
const [firstWaitMs, longestWaitMs] = [4_000, 60_000];

/**
 * Loads what a screen shows well without at first, and hands it on. What can't be loaded is asked for again until it is there:
 * nobody asked for it by a press, who could press again. Returns what ends that.
 */
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
