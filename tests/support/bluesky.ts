import { createBluesky, type BlueskySettings } from "@/sites/bluesky/connection";
import type { StreamEvent, StreamBatch } from "@/domain/reading/stream";
import type { Item } from "@/domain/reading/item";
import type { StreamedSite } from "@/domain/reading/site";
import type { SandboxOptions } from "../../sandbox/options";
import { startSandbox } from "../../sandbox/server";

/** The URL for subscribing to a sandbox host with this stream version. */
export function getStreamUrl(url: string, host: "bluesky" | "bluesky2", version: 1 | 2): string {
  const path = version === 1 ? "subscribe" : "xrpc/network.bsky.jetstream.subscribeEvents";
  return `${url.replace(/^http/, "ws")}/${host}/${path}`;
}

/** Starts a Bluesky sandbox with a manual clock and the paths of its two hosts by stream version. */
export async function startBluesky(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: "manual", stream: false, historyHours: 0, ...options });
  const streamOf = (host: "bluesky" | "bluesky2", version: 1 | 2 = 2) =>
    getStreamUrl(sandbox.url, host, version);
  const connect = (how: Partial<BlueskySettings> = {}) =>
    createBluesky({
      streamUrls: [streamOf("bluesky"), streamOf("bluesky2")],
      apiUrl: `${sandbox.url}/bluesky`,
      userAgent: "Earshot (+https://earshot.example)",
      now: () => sandbox.sandbox.clock.nowMs(),
      gatherMs: 20,
      ...how,
    });
  const { bluesky, failures } = sandbox;
  const { clock } = sandbox.sandbox;

  /** Waits until a host has this many listeners. */
  async function listeners(count: number, host: "one" | "two" = "one") {
    while (bluesky.listeners(host) !== count) await new Promise(setImmediate);
  }

  return {
    ...sandbox,
    ...{ clock, streamOf, connect, listeners },
    /** Resets the sandbox and waits until all listeners have left. */
    async restore() {
      bluesky.reset();
      failures.reset();
      await Promise.all([listeners(0, "one"), listeners(0, "two")]);
    },
    /** Writes this many posts and returns their addresses. */
    write(count: number, everyMs = 1_000): string[] {
      return Array.from({ length: count }, (_, at) => {
        clock.advance(everyMs);
        return bluesky.world.write({ text: `post ${at}` });
      });
    },
    /** The first stream batch of a site, which contains one current post. */
    async begun(site: StreamedSite): Promise<StreamBatch> {
      const chunks = site.listen(null, new AbortController().signal)[Symbol.asyncIterator]();
      const next = chunks.next();
      await listeners(1);
      clock.advance(1_000);
      bluesky.world.write({ text: "first" });
      const { value } = await next;
      await chunks.return!();
      await listeners(0);
      return value!;
    },
  };
}

export type Bluesky = Awaited<ReturnType<typeof startBluesky>>;

/** Collects stream events until `isEnough`, which is checked after each batch. */
export async function readUntil(
  chunks: AsyncIterable<StreamBatch>,
  isEnough: (happened: readonly StreamEvent[]) => boolean,
): Promise<{ happened: StreamEvent[]; chunks: StreamBatch[]; cursor: string }> {
  const result: StreamBatch[] = [];
  for await (const chunk of chunks) {
    result.push(chunk);
    const happened = result.flatMap((one) => one.happened);
    if (isEnough(happened)) return { happened, chunks: result, cursor: chunk.cursor };
  }
  return {
    happened: result.flatMap((one) => one.happened),
    chunks: result,
    cursor: result.at(-1)?.cursor ?? "",
  };
}

/** Stops after this many new items. */
export const items = (count: number) => (happened: readonly StreamEvent[]) =>
  writtenIn(happened).length >= count;

export function writtenIn(happened: readonly StreamEvent[]): Item[] {
  return happened.flatMap((event) => (event.is === "written" ? [event.item] : []));
}
