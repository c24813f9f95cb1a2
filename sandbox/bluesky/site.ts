import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { Clock } from "../clock";
import { type ParsedRequest, json } from "../http";
import { handleApi } from "./api";
import { Faults } from "./faults";
import { Subscriber } from "./subscriber";
import { type Host, infoFrame, getSequence, type Wanted } from "./wire";
import { type BlueskyOptions, BlueskyWorld } from "./world";

/** By URL prefix. */
const hosts: Readonly<Record<string, Host>> = {
  bluesky: { name: "one", firstSequence: 24_664_288_000 },
  bluesky2: { name: "two", firstSequence: 3_000_000 },
};
const sendEveryMs = 40;
/** Cursors from here on are times in microseconds. */
const firstTime = 1e15;
const secondPath = "/xrpc/network.bsky.jetstream.subscribeEvents";
const kinds = ["commit", "identity", "account", "sync"];

/** A mock of Bluesky: two stream hosts, both versions of the stream, and the API. */
export class BlueskySite {
  readonly world: BlueskyWorld;
  readonly faults = new Faults();
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  readonly #subscribers = new Set<Subscriber>();
  #timer: NodeJS.Timeout | null = null;
  /** Requested paths with query, oldest first. */
  requested: string[] = [];

  constructor(clock: Clock, options: Partial<BlueskyOptions> = {}) {
    this.world = new BlueskyWorld(clock, options);
  }

  reset(): void {
    this.close();
    this.world.reset();
    this.faults.reset();
    this.requested = [];
  }

  /** True if the path is a stream endpoint. */
  isStream(path: string): boolean {
    return path === secondPath || path === "/subscribe";
  }

  has(path: string): boolean {
    return path.startsWith("/xrpc/") || path === "/subscribe";
  }

  respond({ path, query }: Pick<ParsedRequest, "path" | "query">): Response {
    this.#note(path, query);
    if (this.isStream(path)) return new Response("Upgrade Required", { status: 426 });
    return handleApi(this.world, path, query);
  }

  /** Number of subscribers of a host. */
  listeners(name: Host["name"]): number {
    return [...this.#subscribers].filter(({ host }) => host.name === name).length;
  }

  /** Total number of frames sent to the current subscribers of a host. */
  sentFrames(name: Host["name"]): number {
    return [...this.#subscribers].reduce(
      (sum, { host, sentFrames }) => sum + (host.name === name ? sentFrames : 0),
      0,
    );
  }

  /** Cuts a host's connections or closes them with ConsumerTooSlow. */
  end(name: Host["name"], how: "cut" | "too-slow"): void {
    for (const subscriber of this.#subscribers) {
      if (subscriber.host.name !== name) continue;
      if (how === "cut") subscriber.cut();
      else subscriber.fail("ConsumerTooSlow", "reader below floor rate");
    }
  }

  close(): void {
    for (const subscriber of this.#subscribers) subscriber.cut();
  }

  /** Accepts a subscriber, or returns an error response. */
  subscribe(
    prefix: string,
    path: string,
    query: URLSearchParams,
    incoming: { request: IncomingMessage; socket: Duplex; head: Buffer },
  ): Response | null {
    this.#note(path, query);
    const host = hosts[prefix]!;
    const wanted = wantedBy(path, query);
    const begin =
      wanted instanceof Response ? wanted : this.#beginOf(host, wanted.version, query.get("cursor"));
    if (wanted instanceof Response) return wanted;
    if (begin instanceof Response) return begin;
    const { request, socket: raw, head } = incoming;
    this.#server.handleUpgrade(request, raw, head, (socket) => {
      const faults = this.faults.of(host.name);
      if (faults.endedAtOnce > 0) {
        faults.endedAtOnce -= 1;
        socket.close(1001);
        return;
      }
      const subscriber = new Subscriber(this, { socket, host, wanted, ...begin });
      this.#subscribers.add(subscriber);
      // Clients are not allowed to send anything.
      socket.on("message", () => socket.terminate());
      socket.on("error", () => socket.terminate());
      socket.on("close", () => {
        this.#subscribers.delete(subscriber);
        this.#tick();
      });
      if (begin.info !== null) subscriber.send(infoFrame("OutdatedCursor", begin.info));
      subscriber.report();
      this.#tick();
    });
    return null;
  }

  /** Sends events while there are subscribers. */
  #tick(): void {
    if (this.#subscribers.size === 0) {
      clearInterval(this.#timer ?? undefined);
      this.#timer = null;
      return;
    }
    this.#timer ??= setInterval(() => {
      for (const subscriber of this.#subscribers) subscriber.report();
    }, sendEveryMs).unref();
  }

  #note(path: string, query: URLSearchParams): void {
    this.requested.push(`${path}?${query}`);
    if (this.requested.length > 1_000) this.requested.shift();
  }

  /**
   * Finds the start of a subscription. If the events have expired, version 1 silently skips them. Version 2
   * rejects a sequence number and resumes from the oldest event for a time.
   */
  #beginOf(
    host: Host,
    version: 1 | 2,
    cursor: string | null,
  ): Response | { next: number; isReplay: boolean; info: string | null } {
    const { from, to } = this.world.kept();
    if (cursor === null) return { next: to, isReplay: false, info: null };
    const position = Number(cursor);
    if (!/^\d+$/.test(cursor) || !Number.isSafeInteger(position))
      return refused("InvalidRequest", "cursor is no number");
    const isTime = version === 1 || position >= firstTime;
    if (isTime && version === 2 && this.faults.of(host.name).refusesTimes)
      return refused("CursorTooOld", "cursor below lookback floor");
    const { lagMs } = this.faults.of(host.name);
    const number = isTime ? this.world.since(position - lagMs * 1_000) : position - getSequence(host, 0);
    const isOld = isTime ? number === from && position < this.#oldestUs(from, to) : number < from;
    if (!isTime && isOld)
      return refused("CursorTooOld", `cursor ${position} below lookback floor ${getSequence(host, from)}`);
    const info = isOld && version === 2 ? `resumed from seq ${getSequence(host, from)}` : null;
    return { next: Math.min(number, to), isReplay: number < to, info };
  }

  /** Events before this time may have expired. */
  #oldestUs(from: number, to: number): number {
    const floorUs = (this.world.clock.nowMs() - this.world.options.lookBackSeconds * 1_000) * 1_000;
    return from < to && from > this.world.firstNumber ? Math.max(floorUs, this.world.at(from).atUs) : floorUs;
  }
}

function wantedBy(path: string, query: URLSearchParams): Wanted | Response {
  if (path === "/subscribe") return { version: 1, collections: query.getAll("wantedCollections"), kinds: [] };
  const unknown = [...query.keys()].find((name) => name.startsWith("wanted"));
  if (unknown !== undefined) return refused("InvalidRequest", `unknown parameter ${unknown}`);
  const requestedKinds = query.getAll("kinds");
  if (requestedKinds.some((kind) => !kinds.includes(kind))) return refused("InvalidRequest", "unknown kind");
  return { version: 2, collections: query.getAll("collections"), kinds: requestedKinds };
}

function refused(error: string, message: string): Response {
  return json(400, { error, message });
}
