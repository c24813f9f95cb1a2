/** Retry delays in milliseconds: doubled after each failure, up to a minute. */
const [firstWaitMs, longestWaitMs] = [4_000, 60_000];

/** Retries until it succeeds: the user can't retry what they didn't request. Returns a cancel function. */
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
