const name = "earshot-news";
/** This tab's open channel. A second channel in the same tab would receive its messages. */
let own: BroadcastChannel | null = null;

/** A BroadcastChannel to other tabs. `onNews` also receives messages sent while this tab loads. */
export function openNewsChannel(onNews: (since: string) => void): {
  report: (since: string) => void;
  close: () => void;
} {
  if (!("BroadcastChannel" in window)) return { report: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  own = channel;
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
      if (own === channel) own = null;
      channel.close();
    },
  };
}

/** Makes the lists of other tabs reload, because they changed here. */
export function notifyOtherTabs(): void {
  if (!("BroadcastChannel" in window)) return;
  const channel = own ?? new BroadcastChannel(name);
  channel.postMessage("");
  if (channel !== own) channel.close();
}
