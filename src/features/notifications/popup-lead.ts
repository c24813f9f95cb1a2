/** Name of the lock and the channel. Only one of a browser's tabs polls and shows toasts. */
const name = "earshot-news";

/** One visible tab at a time; `lead` returns its stop function. Without Web Locks (plain HTTP), every one. */
export function becomeLeaderWhileVisible(lead: () => () => void): () => void {
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
        // Aborted just as the lock was granted.
        if (waiting.signal.aborted) return resolve();
        const stop = lead();
        giveUp = () => {
          stop();
          resolve();
        };
      });
    // Aborted while waiting for the lock: another tab keeps leading.
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

/** A BroadcastChannel to other tabs. `onNews` also receives messages sent while this tab loads. */
export function openNewsChannel(onNews: (since: string) => void): {
  report: (since: string) => void;
  close: () => void;
} {
  if (!("BroadcastChannel" in window)) return { report: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  let result: { since: string; atMs: number } | null = null;
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === "string") onNews(data);
    // A new tab posts its load time: repeat the last message if it was sent since then.
    else if (typeof data === "number" && result !== null && result.atMs >= data)
      channel.postMessage(result.since);
  };
  channel.postMessage(performance.timeOrigin);
  let isOpen = true;
  return {
    report: (since) => {
      // The channel can be closed before a response arrives.
      if (!isOpen) return;
      result = { since, atMs: Date.now() };
      channel.postMessage(since);
    },
    close: () => {
      isOpen = false;
      channel.close();
    },
  };
}

/** Makes the lists of other tabs reload, because they changed here. */
export function notifyOtherTabs(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = new BroadcastChannel(name);
  channel.postMessage("");
  channel.close();
}
