/** Retry delays in milliseconds: doubled after each failure, up to a minute. */
const [firstWaitMs, longestWaitMs] = [4_000, 60_000];

/**
 * Loads a nonessential part of a screen and passes it on. Retries failures until it succeeds, because the
 * user can't retry what they didn't request. Returns a function that cancels.
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
