import type { Clock } from "../clock";
import { type ParsedRequest, json } from "../http";
import { hashText } from "../random";
import { toAtom } from "./atom";
import { respondToGraphql } from "./graphql";
import { Limits } from "./limits";
import { commentRow, issueRow, toIso, releaseRow, repositoryRow } from "./rows";
import type { Comment, GitHubOptions, Repository, Thread } from "./shapes";
import { GitHubWorld } from "./world";

export type { GitHubOptions } from "./shapes";

/** A row of a list with the times that it is sorted by. */
interface Row {
  atMs: number;
  changedMs: number;
  row: object;
}

/** A mock of GitHub's API, and of the feeds of its website. */
export class GitHubSite {
  readonly world: GitHubWorld;
  readonly limits: Limits;
  /** Requests, oldest first. */
  requested: { path: string; userAgent: string | null }[] = [];

  constructor(clock: Clock, options: Partial<GitHubOptions> = {}) {
    this.world = new GitHubWorld(clock, options);
    this.limits = new Limits(clock, this.world.options);
  }

  reset(): void {
    this.world.reset();
    this.limits.reset();
    this.requested = [];
  }

  /** Whether a path belongs to the API or is a feed. The others are pages for reading and writing by hand. */
  has(path: string): boolean {
    return /^\/(?:repos|repositories|search)\//.test(path) || path === "/graphql" || path.endsWith(".atom");
  }

  respond(parsed: ParsedRequest): Response {
    this.world.catchUp();
    const userAgent = parsed.headers.get("user-agent");
    const query = parsed.query.size > 0 ? `?${parsed.query}` : "";
    this.requested = [...this.requested.slice(-9_999), { path: `${parsed.path}${query}`, userAgent }];
    if (!userAgent) return json(403, { message: "Request forbidden by administrative rules." });
    const [, name, list] = /^\/([^/]+\/[^/]+)\/(releases|discussions)\.atom$/.exec(parsed.path) ?? [];
    if (name !== undefined && list !== undefined) return this.#feed(name, list);
    const hasToken = parsed.headers.has("authorization");
    const refused = this.limits.refuse(hasToken);
    if (refused !== null) return refused;
    if (parsed.path === "/graphql")
      return hasToken
        ? respondToGraphql(this.world, parsed.body)
        : json(401, { message: "Requires authentication" });
    const response = this.#tagged(parsed, this.#api(parsed));
    return this.limits.counted(response, hasToken);
  }

  #feed(name: string, list: string): Response {
    const repository = this.world.find(name);
    const isShown = repository !== undefined && !repository.isGone && !repository.isPrivate;
    if (!isShown || (list === "discussions" && !repository.hasDiscussions))
      return new Response("Not Found", { status: 404 });
    return toAtom(repository, list, this.world.clock.nowMs());
  }

  /** Unchanged responses have no body. A tag is only valid for the same URL and token. */
  #tagged(parsed: ParsedRequest, response: Response): Response {
    if (response.status !== 200) return response;
    const body = bodies.get(response) ?? "";
    const tag = `W/"${hashText(`${body} ${parsed.headers.get("authorization") ?? ""}`).toString(16)}"`;
    response.headers.set("etag", tag);
    if (parsed.headers.get("if-none-match") !== tag) return response;
    return new Response(null, { status: 304, headers: { etag: tag } });
  }

  #api(parsed: ParsedRequest): Response {
    const base = `http://${parsed.headers.get("host") ?? "localhost"}/github`;
    if (parsed.path === "/search/repositories") return this.#search(parsed.query);
    const [, byName, byId, rest = ""] =
      /^\/(?:repos\/([^/]+\/[^/]+)|repositories\/(\d+))(\/.*)?$/.exec(parsed.path) ?? [];
    const repository =
      byName === undefined
        ? this.world.repositories.find(({ id }) => id === Number(byId))
        : this.world.find(byName);
    if (repository === undefined || repository.isGone) return notFound();
    const query = parsed.query.size > 0 ? `?${parsed.query}` : "";
    if (byName !== undefined && byName.toLowerCase() !== repository.name.toLowerCase())
      return moved(`${base}/repositories/${repository.id}${rest}${query}`);
    if (repository.isPrivate && !parsed.headers.has("authorization")) return notFound();
    return this.#within(repository, rest, parsed, base);
  }

  #within(repository: Repository, rest: string, parsed: ParsedRequest, base: string): Response {
    if (rest === "") return sent(repositoryRow(repository));
    const nowMs = this.world.clock.nowMs();
    const shown = repository.threads.filter(({ state, shownMs }) => state === "live" && shownMs <= nowMs);
    const issues = shown.filter(({ is }) => is !== "discussion");
    if (rest === "/issues")
      return this.#list(
        parsed,
        base,
        issues.map((one) => ({ ...one, row: issueRow(base, repository, one) })),
      );
    const getRows = (threads: readonly Thread[], is: Comment["is"]): Row[] =>
      threads.flatMap((thread) =>
        thread.comments
          .filter((one) => one.is === is && one.state === "live" && one.shownMs <= nowMs)
          .map((one) => ({
            atMs: one.atMs,
            changedMs: one.editedMs,
            row: commentRow(base, repository, thread, one),
          })),
      );
    if (rest === "/issues/comments") return this.#list(parsed, base, getRows(issues, "comment"));
    if (rest === "/pulls/comments") return this.#list(parsed, base, getRows(issues, "review"));
    if (rest === "/releases")
      return this.#list(
        parsed,
        base,
        liveReleases(repository)
          .map((one) => ({ ...one, changedMs: one.atMs, row: releaseRow(repository, one) }))
          .reverse(),
      );
    const [, tag] = /^\/releases\/tags\/(.+)$/.exec(rest) ?? [];
    const release = liveReleases(repository).find((one) => one.tag === decodeURIComponent(tag ?? ""));
    if (tag !== undefined) return release === undefined ? notFound() : sent(releaseRow(repository, release));
    const [, id] = /^\/(?:issues|pulls)\/comments\/(\d+)$/.exec(rest) ?? [];
    if (id !== undefined) {
      const all = [...getRows(issues, "comment"), ...getRows(issues, "review")];
      const found = all.find(({ row }) => (row as { id: number }).id === Number(id));
      return found === undefined ? notFound() : sent(found.row);
    }
    const [, number, isList] = /^\/issues\/(\d+)(\/comments)?$/.exec(rest) ?? [];
    const thread = repository.threads.find((one) => one.number === Number(number));
    const refused = this.#refusedThread(repository, thread, base);
    if (refused !== null) return refused;
    const live = getRows([thread!], "comment");
    return isList === undefined ? sent(issueRow(base, repository, thread!)) : this.#list(parsed, base, live);
  }

  #refusedThread({ threads }: Repository, thread: Thread | undefined, base: string): Response | null {
    if (thread?.state === "transferred") {
      const other = this.world.repositories.at(-1)!;
      return moved(`${base}/repositories/${other.id}/issues/${threads.length + thread.number}`);
    }
    if (thread?.state === "deleted") return json(410, { message: "This issue was deleted" });
    const isShown = thread?.state === "live" && thread.shownMs <= this.world.clock.nowMs();
    return isShown && thread.is !== "discussion" ? null : notFound();
  }

  /** A page of a list: sorted, since a time, with links to the next one. */
  #list({ query, path }: ParsedRequest, base: string, all: readonly Row[]): Response {
    const since = Date.parse(query.get("since") ?? "") || 0;
    const sort = query.get("sort");
    const size = Math.min(100, Number(query.get("per_page") ?? 30));
    const page = Number(query.get("page") ?? 1);
    const second = (ms: number) => Date.parse(toIso(ms));
    const key = (row: Row) => (sort === "updated" ? second(row.changedMs) : row.atMs);
    const sign = query.get("direction") === "desc" ? -1 : 1;
    const wanted = all.filter(({ changedMs }) => second(changedMs) >= since);
    const sorted = sort === null ? wanted : wanted.toSorted((a, b) => sign * (key(a) - key(b)));
    const response = sent(sorted.slice((page - 1) * size, page * size).map(({ row }) => row));
    if (sorted.length > page * size) {
      const next = new URLSearchParams(query);
      next.set("page", String(page + 1));
      response.headers.set("link", `<${base}${path}?${next}>; rel="next"`);
    }
    return response;
  }

  #search(query: URLSearchParams): Response {
    const [words = ""] = (query.get("q") ?? "").split(" ");
    const name = words.replace(/^user:/, "").toLowerCase();
    const found = this.world.repositories.filter(
      (one) => !one.isPrivate && !one.isGone && one.name.toLowerCase().includes(name),
    );
    return sent({ total_count: found.length, incomplete_results: false, items: found.map(repositoryRow) });
  }
}

/** Texts of responses, for their tags. */
const bodies = new WeakMap<Response, string>();

function sent(body: unknown): Response {
  const response = json(200, body);
  bodies.set(response, JSON.stringify(body));
  return response;
}

function liveReleases({ releases }: Repository) {
  return releases.filter(({ state }) => state === "live");
}

function notFound(): Response {
  return json(404, { message: "Not Found", documentation_url: "https://docs.github.com/rest" });
}

function moved(location: string): Response {
  return json(301, { message: "Moved Permanently", url: location }, { location });
}
