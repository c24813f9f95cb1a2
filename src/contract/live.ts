import { api } from "./browser";
import { browserTokens } from "./browser-tokens";
import { requestOf } from "./call-line";
import type { Lines } from "./calls";
import type { LiveNews } from "./notification";

const lines = { listenLive: "GET /notifications/live" } as const satisfies Lines;

export interface LiveListener {
  /** The moment up to which all is known. */
  from: () => string;
  onNews: (news: LiveNews) => void;
  /** What came while nobody listened is too old to be told: read anew. */
  onReset: () => void;
  /** Whether news come by themselves; until they do, and once they don't, they have to be asked for. */
  onStanding: (isLive: boolean) => void;
}

/** The server speaks every 25 s; a line that is silent for longer is none. */
const silenceMs = 40_000;
/** A proxy that gathers what it passes on says nothing at first, however long one waits. */
const firstWordMs = 5_000;
const againMs = 1_000;
const mostAgainMs = 60_000;
/** Where it can't be had: not here, or too many; and the most where it seems to be held back on the way. */
const elsewhereMs = 300_000;

/**
 * Keeps a line open on which news come, and opens it again whenever it ends. Answers how to stop. Nothing of it is ever
 * shown as an error: where it can't be had, news are asked for.
 */
export function listenLive(listener: LiveListener): () => void {
  const stopped = new AbortController();
  let lastId = "";
  let failures = 0;

  const read = async (body: ReadableStream<Uint8Array>, alive: () => void): Promise<void> => {
    for await (const { id, event, data } of eventsOf(body, alive)) {
      lastId = id;
      failures = 0;
      if (event === "open") listener.onStanding(true);
      if (event === "reset") listener.onReset();
      if (event === "news") listener.onNews(JSON.parse(data) as LiveNews);
    }
  };

  /** Opens the line once; answers how long to wait before the next time. */
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
      const { method, address } = requestOf(lines.listenLive, {});
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
      // Never heard though it was asked for: held back on the way, or by a server that has only just begun.
      const mostMs = ended.signal.aborted && !isHeard ? elsewhereMs : mostAgainMs;
      return Math.min(mostMs, againMs * 2 ** failures);
    } finally {
      clearTimeout(timer);
    }
  };

  const keepOpen = async () => {
    while (!stopped.signal.aborted) {
      const waitMs = await once();
      if (waitMs > 0 && !stopped.signal.aborted) listener.onStanding(false);
      // All browsers whose line a restart has cut come back over a second, not at once.
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

/** The events of a stream as our server writes them: each whole, with all three fields, a blank line after it. */
async function* eventsOf(body: ReadableStream<Uint8Array>, alive: () => void): AsyncGenerator<LiveEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let held = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const blocks = (held + decoder.decode(value, { stream: true })).split("\n\n");
    held = blocks.pop() ?? "";
    for (const block of blocks) {
      // Not by dots: a text may hold the two line separators that a dot does not match.
      const [, id, event, data] = /^id: ([^\n]+)\nevent: (\w+)\ndata: ([^\n]*)$/.exec(block) ?? [];
      if (id !== undefined && event !== undefined && data !== undefined) yield { id, event, data };
    }
  }
}
