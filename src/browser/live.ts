import { getRequest, liveRequest } from "@/contract/request-line";
import type { LiveNews } from "@/contract/notification";
import { api } from "./api";
import { browserTokens } from "./tokens";

export interface LiveListener {
  from: () => string;
  onNews: (updates: LiveNews) => void;
  /** Too much was missed while disconnected to replay: refetch. */
  onReset: () => void;
  /** True while updates are pushed. Otherwise the listener must poll. */
  onStatus: (isLive: boolean) => void;
}

/** The server sends something every 25 s. A connection that is silent for longer is dead. */
const silenceMs = 40_000;
/** Detects proxies that buffer responses and therefore send nothing at first. */
const firstWordMs = 5_000;
const againMs = 1_000;
const maxReconnectMs = 60_000;
/** For an unavailable or busy endpoint. The maximum if a proxy seems to buffer the response. */
const elsewhereMs = 300_000;

/** Reconnects until the returned function is called. Shows no errors: the caller polls instead. */
export function listenLive(listener: LiveListener): () => void {
  const stopped = new AbortController();
  let lastId = "";
  let failures = 0;

  const read = async (body: ReadableStream<Uint8Array>, alive: () => void): Promise<void> => {
    for await (const { id, event, data } of eventsOf(body, alive)) {
      lastId = id;
      failures = 0;
      if (event === "open") listener.onStatus(true);
      if (event === "reset") listener.onReset();
      if (event === "news") listener.onNews(JSON.parse(data) as LiveNews);
    }
  };

  /** Connects once. Returns the wait before the next attempt (ms). */
  const once = async (): Promise<number> => {
    const ended = new AbortController();
    const signal = AbortSignal.any([stopped.signal, ended.signal]);
    let timer = setTimeout(() => ended.abort(), firstWordMs);
    let isHeard = false;
    const alive = () => {
      isHeard = true;
      clearTimeout(timer);
      timer = setTimeout(() => ended.abort(), silenceMs);
    };
    try {
      const { method, address } = getRequest(liveRequest.listenLive, {});
      const Authorization = `Bearer ${browserTokens.read()?.token ?? ""}`;
      const known = listener.from();
      const headers = { Authorization, "Last-Event-ID": known > lastId ? known : lastId };
      const response = await fetch(address, { method, headers, signal, cache: "no-store" });
      if (response.status === 401) return (await api.refresh()) ? 0 : elsewhereMs;
      if (response.status === 204) return elsewhereMs;
      if (!response.ok || response.body === null) throw new Error();
      await read(response.body, alive);
      return 0;
    } catch {
      failures += 1;
      // Received no data: a proxy is buffering, or the server has just started.
      const maxMs = ended.signal.aborted && !isHeard ? elsewhereMs : maxReconnectMs;
      return Math.min(maxMs, againMs * 2 ** failures);
    } finally {
      clearTimeout(timer);
    }
  };

  const keepOpen = async () => {
    while (!stopped.signal.aborted) {
      const waitMs = await once();
      if (waitMs > 0 && !stopped.signal.aborted) listener.onStatus(false);
      // Jitter: after a server restart, browsers reconnect over a second, not simultaneously.
      await wait(waitMs + Math.random() * againMs, stopped.signal);
    }
  };
  void keepOpen();
  return () => stopped.abort();
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

interface LiveEvent {
  id: string;
  event: string;
  data: string;
}

/** Parses server-sent events as our server writes them: all three fields, then a blank line. */
async function* eventsOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<LiveEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let stored = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (stored + decoder.decode(value, { stream: true })).split("\n\n");
    stored = blocks.pop() ?? "";
    for (const block of blocks) {
      // Without dots in the pattern, because they don't match the line separators U+2028 and U+2029.
      const [, id, event, data] = /^id: ([^\n]+)\nevent: (\w+)\ndata: ([^\n]*)$/.exec(block) ?? [];
      if (id !== undefined && event !== undefined && data !== undefined) yield { id, event, data };
    }
  }
}
