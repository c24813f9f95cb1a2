import { createBluesky, type BlueskySettings } from "@/sites/bluesky/connection";
import type { StreamEvent, StreamBatch } from "@/domain/stream";
import type { Item } from "@/domain/item";
import type { StreamedSite } from "@/domain/site";
import type { SandboxOptions } from "../../sandbox/sandbox";
import { startSandbox } from "../../sandbox/server";

/** At which a host of the sandbox is subscribed to, by the version of the stream. */
export function streamUrlOf(url: string, host: "bluesky" | "bluesky2", version: 1 | 2): string {
  const path = version === 1 ? "subscribe" : "xrpc/network.bsky.jetstream.subscribeEvents";
  return `${url.replace(/^http/, "ws")}/${host}/${path}`;
}

/** Bluesky on its stand-in, on a clock that the test moves, with the paths of its two hosts by the versions of the stream. */
export async function startBluesky(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ clock: "manual", stream: false, historyHours: 0, ...options });
  const streamOf = (host: "bluesky" | "bluesky2", version: 1 | 2 = 2) =>
    streamUrlOf(sandbox.url, host, version);
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

  /** Until a host has so many listeners. */
  async function listeners(count: number, host: "one" | "two" = "one") {
    while (bluesky.listeners(host) !== count) await new Promise(setImmediate);
  }

  return {
    ...sandbox,
    ...{ clock, streamOf, connect, listeners },
    /** Everything as it was, and nobody listens. */
    async restore() {
      bluesky.reset();
      failures.reset();
      await Promise.all([listeners(0, "one"), listeners(0, "two")]);
    },
    /** Writes so many posts, and answers their addresses. */
    write(count: number, everyMs = 1_000): string[] {
      return Array.from({ length: count }, (_, at) => {
        clock.advance(everyMs);
        return bluesky.world.write({ text: `post ${at}` });
      });
    },
    /** The first piece that a site tells: of one post, of now. */
    async begun(site: StreamedSite): Promise<StreamBatch> {
      const pieces = site.listen(null, new AbortController().signal)[Symbol.asyncIterator]();
      const next = pieces.next();
      await listeners(1);
      clock.advance(1_000);
      bluesky.world.write({ text: "first" });
      const { value } = await next;
      await pieces.return!();
      await listeners(0);
      return value!;
    },
  };
}

export type Bluesky = Awaited<ReturnType<typeof startBluesky>>;

/** What a stream tells until enough was told: `isEnough` is asked behind each piece. */
export async function heard(
  pieces: AsyncIterable<StreamBatch>,
  isEnough: (happened: readonly StreamEvent[]) => boolean,
): Promise<{ happened: StreamEvent[]; pieces: StreamBatch[]; cursor: string }> {
  const told: StreamBatch[] = [];
  for await (const piece of pieces) {
    told.push(piece);
    const happened = told.flatMap((one) => one.happened);
    if (isEnough(happened)) return { happened, pieces: told, cursor: piece.cursor };
  }
  return { happened: told.flatMap((one) => one.happened), pieces: told, cursor: told.at(-1)?.cursor ?? "" };
}

/** Until so many items were written. */
export const items = (count: number) => (happened: readonly StreamEvent[]) =>
  writtenIn(happened).length >= count;

export function writtenIn(happened: readonly StreamEvent[]): Item[] {
  return happened.flatMap((event) => (event.is === "written" ? [event.item] : []));
}
