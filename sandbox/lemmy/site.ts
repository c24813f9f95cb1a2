import type { Clock } from "../clock";
import { type ParsedRequest, html, json } from "../http";
import { getRow } from "./shapes";
import { communities } from "./words";
import { type Instance, type Letter, type LemmyOptions, LemmyWorld } from "./world";
import { handleLemmyPage } from "./write-page";

export type { LemmyOptions } from "./world";

const max = 50;
/** The instances' hosts, on their own port. */
const hosts: Readonly<Record<string, string>> = { tidepool: "127.0.0.1", reef: "localhost" };
const bases = {
  "0.19": ["v3"],
  "1.0": ["v3", "v4"],
  "1.0-only": ["v4"],
  piefed: ["alpha"],
  mbin: [],
} as const;

/** A mock of Lemmy and PieFed instances. */
export class LemmySite {
  readonly world: LemmyWorld;
  /** Port of the instances, or null if they aren't served. */
  port: number | null = null;
  /** Requests, oldest first. */
  requested: { instance: string; path: string; userAgent: string | null }[] = [];

  constructor(clock: Clock, options: Partial<LemmyOptions>) {
    this.world = new LemmyWorld(clock, options);
  }

  reset(): void {
    this.world.reset();
    this.requested = [];
  }

  /** The page for reading and writing posts by hand. */
  page(parsed: ParsedRequest): Response {
    return handleLemmyPage({ world: this.world, getHost: (name) => this.getHost(name) }, parsed);
  }

  getHost(name: string): string {
    const host = hosts[name] ?? name;
    return this.port === null ? host : `${host}:${this.port}`;
  }

  /** The instance that serves a host. */
  servedAt(host: string | null): string {
    const hostname = (host ?? "").replace(/:\d+$/, "");
    return Object.entries(hosts).find(([, one]) => one === hostname)?.[0] ?? "tidepool";
  }

  respond(
    name: string,
    { path, query, headers }: Pick<ParsedRequest, "path" | "query" | "headers">,
  ): Response {
    const instance = this.world.known(name);
    const search = query.size > 0 ? `?${query}` : "";
    this.requested = [
      ...this.requested.slice(-20_000),
      { instance: name, path: `${path}${search}`, userAgent: headers.get("user-agent") },
    ];
    if (path === "/robots.txt")
      return new Response(instance.robots ?? "", { status: instance.robots === null ? 404 : 200 });
    if (path.includes("nodeinfo")) return this.#nodeInfo(instance, path);
    const [, version = "", what = "", list] =
      /^\/api\/([^/]+)\/(post|comment|community)(\/list)?$/.exec(path) ?? [];
    if (!(bases[instance.version] as readonly string[]).includes(version))
      return html(404, "<h1>Not found</h1>");
    if (instance.isPrivate) return json(400, { error: "instance_is_private" });
    if (what === "community") return this.#community(instance, query.get("name") ?? "");
    const letter: Letter = what === "post" ? "p" : "c";
    if (list === undefined) return this.#one(instance, letter, Number(query.get("id")));
    return this.#list(instance, letter, version, query);
  }

  #nodeInfo({ name, version, hasNodeInfo }: Instance, path: string): Response {
    if (!hasNodeInfo) return html(404, "<h1>Not found</h1>");
    const href = `http://${this.getHost(name)}/nodeinfo/2.1`;
    if (path === "/.well-known/nodeinfo")
      return json(200, { links: [{ rel: "http://nodeinfo.diaspora.software/ns/schema/2.1", href }] });
    const software = version === "piefed" || version === "mbin" ? version : "lemmy";
    return json(200, { version: "2.1", software: { name: software, version: "0.19.20" } });
  }

  #community(instance: Instance, name: string): Response {
    const isKnown =
      communities.includes(name) ||
      instance.homes.has(name) ||
      instance.items.p.some(({ community }) => community === name);
    if (!isKnown) return json(404, { error: "couldnt_find_community" });
    const home = instance.homes.get(name) ?? this.getHost(instance.name);
    const community = {
      id: 29,
      name,
      title: name,
      actor_id: `https://${home}/c/${name}`,
      visibility: "Public",
    };
    return json(200, { community_view: { community, counts: { posts: 1, comments: 1 } } });
  }

  #one(instance: Instance, letter: Letter, id: number): Response {
    const item = this.world.shown(instance.name, letter).find((one) => one.id === id);
    const kind = letter === "p" ? "post" : "comment";
    if (item === undefined) return this.#notFound(instance, letter, id);
    return json(200, { [`${kind}_view`]: getRow(instance, this.getHost(instance.name), item) });
  }

  #notFound({ version, items }: Instance, letter: Letter, id: number): Response {
    const kind = letter === "p" ? "post" : "comment";
    if (version !== "piefed") return json(404, { error: `couldnt_find_${kind}` });
    const isHidden = items[letter].some((one) => one.id === id && one.state === "private");
    if (isHidden) return json(400, { code: 400, message: `${kind} not found`, status: "Bad Request" });
    return json(400, { code: 400, message: "", status: "Not found" });
  }

  /** Pages are counted from the newest item, so new items move older ones onto later pages. */
  #list(instance: Instance, letter: Letter, version: string, query: URLSearchParams): Response {
    const limit = Number(query.get("limit") ?? 10);
    const kind = letter === "p" ? "post" : "comment";
    if (limit < 1 || limit > max) return json(400, { error: `couldnt_get_${kind}s` });
    const cursor = query.get("page_cursor");
    if (version === "alpha" && cursor !== null && !/^\d+$/.test(cursor))
      return json(400, { message: "page_cursor" });
    const page =
      version === "v4" ? Number(/^c(\d+)$/.exec(cursor ?? "c1")?.[1]) : Number(query.get("page") ?? 1);
    const wanted = query.get("community_name");
    const shown = this.world
      .shown(instance.name, letter)
      .filter(({ community }) => wanted === null || community === wanted);
    const rows = shown
      .slice((page - 1) * limit, page * limit)
      .map((item) => getRow(instance, this.getHost(instance.name), item));
    const hasMore = shown.length > page * limit;
    const next = version === "v4" ? `c${page + 1}` : String(page + 1);
    return json(200, { [`${kind}s`]: rows, ...(version !== "v3" && hasMore && { next_page: next }) });
  }
}
