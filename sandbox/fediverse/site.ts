import type { ServerResponse } from "node:http";
import type { Clock } from "../clock";
import { type ParsedRequest, html, json } from "../http";
import { type FediverseOptions, FediverseWorld, instances, getStatus, type StreamReport } from "./world";

const maxPage = 40;

export interface StreamFaults {
  /** Ends each connection after this many events. */
  cutAfter: number | null;
  /** Sends only comments, no events. */
  isSilent: boolean;
  /** Sends this many events as invalid JSON. */
  garbled: number;
}

/** A mock of the public stream and of two Mastodon instances. */
export class FediverseSite {
  readonly world: FediverseWorld;
  readonly faults: StreamFaults = noFaults();
  /** Requests of each instance until it responds with 429, and the end of that. */
  limit = { remaining: Infinity, resetMs: 0 };
  readonly #lines = new Map<ServerResponse, { left: number | null }>();
  /** Events sent while nothing was connected. They are lost. */
  missed: StreamReport[] = [];

  constructor(clock: Clock, options: Partial<FediverseOptions> = {}) {
    this.world = new FediverseWorld(clock, options);
    this.world.onReported = (reported) => this.#report(reported);
  }

  reset(): void {
    this.world.reset();
    this.end();
    this.missed = [];
    Object.assign(this.faults, noFaults());
    this.limit = { remaining: Infinity, resetMs: 0 };
  }

  isStream(path: string): boolean {
    return path === "/api/v1/streaming/public";
  }

  /** True for the paths of the instances, as opposed to the write page. */
  has(path: string): boolean {
    return this.isStream(path) || instances.some((name) => path.startsWith(`/${name}/`));
  }

  get listeners(): number {
    return this.#lines.size;
  }

  /** Ends all connections to the stream. */
  end(): void {
    for (const line of this.#lines.keys()) line.destroy();
    this.#lines.clear();
  }

  /** Sends events to this response until one of the sides ends it. */
  subscribe(outgoing: ServerResponse): void {
    outgoing.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    outgoing.write(":)\n\n");
    this.#lines.set(outgoing, { left: this.faults.cutAfter });
    outgoing.on("close", () => this.#lines.delete(outgoing));
  }

  /** Sends a comment, as the real stream does when there is nothing to send. */
  beat(): void {
    this.world.catchUp();
    for (const line of this.#lines.keys()) line.write(":thump\n\n");
  }

  respond({ path, query }: Pick<ParsedRequest, "path" | "query">): Response {
    const [, name = "", rest = ""] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
    const instance = instances.find((one) => one === name);
    if (instance === undefined) return html(404, "<h1>Not here</h1>");
    const access = this.world.access[instance];
    if (rest === "/api/v2/instance") {
      const feeds = { local: access, remote: access };
      const configuration =
        access === "old" ? {} : { timelines_access: { hashtag_feeds: feeds, live_feeds: feeds } };
      return json(200, { domain: instance, configuration });
    }
    const status = /^\/api\/v1\/statuses\/(\d+)$/.exec(rest);
    if (status !== null) {
      const post = this.world.find(status[1]!);
      return post === undefined ? json(404, { error: "Record not found" }) : json(200, getStatus(post));
    }
    const tag = /^\/api\/v1\/timelines\/tag\/([^/]+)$/.exec(rest);
    if (tag === null) return json(404, { error: "Not Found" });
    if (access === "authenticated") return json(422, { error: "This method requires an authenticated user" });
    if (this.limit.remaining < 1 && this.limit.resetMs > this.world.clock.nowMs())
      return json(429, { error: "Too many requests" }, this.#limits());
    this.limit.remaining -= 1;
    if (access === "disabled") return json(200, [], this.#limits());
    return this.#page(this.world.tagged(instance, decodeURIComponent(tag[1]!).toLowerCase()), query);
  }

  #page(posts: ReturnType<FediverseWorld["tagged"]>, query: URLSearchParams): Response {
    const limit = Math.min(maxPage, Number(query.get("limit") ?? 20));
    const after = query.get("min_id");
    const above = after === null ? posts : posts.filter(({ id }) => BigInt(id) > BigInt(after));
    // With min_id, the page directly above it; otherwise the newest one. Newest first in both cases.
    const page = (after === null ? above.slice(-limit) : above.slice(0, limit)).reverse();
    return json(200, page.map(getStatus), this.#limits());
  }

  #limits(): Record<string, string> {
    const { remaining, resetMs } = this.limit;
    return {
      "x-ratelimit-limit": "300",
      "x-ratelimit-remaining": `${Math.max(0, Math.min(300, remaining))}`,
      // A time instead of seconds.
      "x-ratelimit-reset": new Date(resetMs).toISOString(),
    };
  }

  #report(reported: StreamReport): void {
    let isHeard = false;
    for (const [line, state] of this.#lines) {
      if (this.faults.isSilent) continue;
      const isGarbled = this.faults.garbled > 0;
      if (isGarbled) this.faults.garbled -= 1;
      const data = isGarbled ? reported.data.slice(0, reported.data.length / 2) : reported.data;
      line.write(`event: ${reported.name}\ndata: ${data}\n\n`);
      isHeard ||= !isGarbled;
      if (state.left === null) continue;
      state.left -= 1;
      if (state.left > 0) continue;
      this.#lines.delete(line);
      line.end();
    }
    if (!isHeard) this.missed.push(reported);
  }
}

function noFaults(): StreamFaults {
  return { cutAfter: null, isSilent: false, garbled: 0 };
}
