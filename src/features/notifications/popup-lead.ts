/** Among several tabs of a browser one asks and speaks; this is its name for the lock and for the channel. */
const name = "earshot-news";

/**
 * Runs `lead` in one visible tab at a time, until the page is hidden or the returned function is called; `lead`
 * answers how to stop. Without locks (plain http on another host) every visible tab leads.
 */
export function leadWhileVisible(lead: () => () => void): () => void {
  let giveUp: (() => void) | null = null;
  const take = () => {
    if (giveUp !== null || document.visibilityState !== "visible") return;
    if (!("locks" in navigator)) {
      giveUp = lead();
      return;
    }
    const waiting = new AbortController();
    giveUp = () => waiting.abort();
    const hold = () =>
      new Promise<void>((resolve) => {
        // Given up in the moment in which it was granted.
        if (waiting.signal.aborted) return resolve();
        const stop = lead();
        giveUp = () => {
          stop();
          resolve();
        };
      });
    // Given up while it waited: another tab goes on leading.
    navigator.locks.request(name, { signal: waiting.signal }, hold).catch(() => undefined);
  };
  const leave = () => {
    giveUp?.();
    giveUp = null;
  };
  const follow = () => (document.visibilityState === "visible" ? take() : leave());
  document.addEventListener("visibilitychange", follow);
  take();
  return () => {
    document.removeEventListener("visibilitychange", follow);
    leave();
  };
}

/**
 * A line to the other tabs: what is told reaches them and not this one, which hears by `onNews` what they tell, and what
 * they told while it was being loaded.
 */
export function openNewsChannel(onNews: (since: string) => void): {
  tell: (since: string) => void;
  close: () => void;
} {
  if (!("BroadcastChannel" in window)) return { tell: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  let told: { since: string; atMs: number } | null = null;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") onNews(data);
    // A tab that was opened says since when it is loaded: what was told meanwhile it has missed.
    else if (typeof data === "number" && told !== null && told.atMs >= data) channel.postMessage(told.since);
  };
  channel.postMessage(performance.timeOrigin);
  let isOpen = true;
  return {
    tell: (since) => {
      // An answer may come in when the page has gone on already.
      if (!isOpen) return;
      told = { since, atMs: Date.now() };
      channel.postMessage(since);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}
