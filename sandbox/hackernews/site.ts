import { type ParsedRequest, json } from "../http";
import type { Entry, HackerNewsWorld } from "./world";

/** A mock of the Hacker News API. */
export class HackerNewsSite {
  readonly world: HackerNewsWorld;
  /** Number of requests by path. */
  requested = new Map<string, number>();

  constructor(world: HackerNewsWorld) {
    this.world = world;
  }

  reset(): void {
    this.requested.clear();
  }

  /** True for paths of the API. */
  has(path: string): boolean {
    return path.startsWith("/v0/");
  }

  respond({ path }: Pick<ParsedRequest, "path">): Response {
    this.requested.set(path, (this.requested.get(path) ?? 0) + 1);
    if (this.requested.size > 20_000) this.requested.clear();
    const [, what] = /^\/v0\/(.+?)(?:\.json)?$/.exec(path) ?? [];
    if (what === undefined) return json(404, { error: "404 Not Found" });
    if (!path.endsWith(".json"))
      return new Response(null, { status: 301, headers: { location: `/hackernews${path}.json` } });
    if (what === "maxitem") return json(200, this.world.tip());
    if (what === "updates")
      return json(200, { items: this.world.newest(40).map(({ id }) => id), profiles: [] });
    const [, id] = /^item\/(\d+)$/.exec(what) ?? [];
    if (id === undefined) return json(401, { error: "Permission denied" });
    return json(200, this.#item(Number(id)));
  }

  #item(id: number): object | null {
    const entry = this.world.find(id);
    if (entry === undefined || id > this.world.tip()) return null;
    if (entry.nullReads > 0) {
      entry.nullReads -= 1;
      return null;
    }
    return this.world.clock.nowMs() < entry.shownAtMs ? null : shown(entry, this.world.clock.nowMs());
  }
}

function shown(entry: Entry, nowMs: number): object {
  const { id, type, by, parent, poll, parts, title, text, url, state } = entry;
  const time = Math.floor(entry.atMs / 1000);
  const bare = {
    id,
    type,
    time,
    ...(parent !== undefined && { parent }),
    ...(poll !== undefined && { poll }),
  };
  const isTitled = type === "story" || type === "poll";
  if (state === "deleted") return { ...bare, deleted: true };
  if (state === "dead")
    return {
      ...bare,
      by,
      dead: true,
      ...(isTitled ? { title: "[dead]", score: 1 } : { text: "[dead]" }),
    };
  const words = nowMs < entry.delayedUntilMs ? "[delayed]" : text;
  return {
    ...{ ...bare, by },
    ...(isTitled ? { title, url, score: 1, descendants: entry.comments } : {}),
    ...(parts === undefined ? {} : { parts }),
    ...(words === undefined ? {} : { text: words }),
  };
}
