import type { Clock } from "../clock";
import { type ParsedRequest, html, json } from "../http";
import { escapeHtml } from "../reddit/inline";
import { type DiscourseOptions, DiscourseWorld, type Forum, type ForumPost } from "./world";
import { handleDiscoursePage } from "./write-page";

export type { DiscourseOptions } from "./world";

const perPage = 50;

/** Host and folder of each forum, on the forums' port. */
const homes: Readonly<Record<string, { host: string; folder: string }>> = {
  harbour: { host: "127.0.0.1", folder: "" },
  workbench: { host: "localhost", folder: "" },
  boathouse: { host: "127.0.0.1", folder: "/community" },
};

/** A mock of Discourse forums. */
export class DiscourseSite {
  readonly world: DiscourseWorld;
  /** Port of the forums, or null if they aren't served. */
  port: number | null = null;
  /** Requests, oldest first. */
  requested: { forum: string; path: string; userAgent: string | null }[] = [];
  #pages = new Map<string, { untilMs: number; body: object }>();

  constructor(clock: Clock, options: Partial<DiscourseOptions>) {
    this.world = new DiscourseWorld(clock, options);
  }

  reset(): void {
    this.world.reset();
    this.requested = [];
    this.#pages.clear();
  }

  /** The page for reading and writing posts by hand. */
  page(request: ParsedRequest): Response {
    return handleDiscoursePage({ world: this.world, getAddress: (name) => this.#getAddress(name) }, request);
  }

  #getAddress(name: string): string {
    const { host, folder } = homes[name] ?? { host: name, folder: "" };
    return this.port === null ? `${host}${folder}` : `${host}:${this.port}${folder}`;
  }

  /** Finds the forum that serves a URL, and the path below the forum's folder. */
  servedAt(host: string | null, path: string): { name: string; path: string } {
    const hostname = (host ?? "").replace(/:\d+$/, "");
    const isWithin = (folder: string) => path === folder || path.startsWith(`${folder}/`);
    const here = Object.entries(homes).filter(([, home]) => home.host === hostname && isWithin(home.folder));
    const [name, { folder }] = here.toSorted(([, a], [, b]) => b.folder.length - a.folder.length)[0] ?? [
      "harbour",
      { folder: "" },
    ];
    return { name, path: path.slice(folder.length) || "/" };
  }

  /** Returns a forum's JSON response, or null for its HTML pages. */
  respond(
    name: string,
    { path, query, headers }: Pick<ParsedRequest, "path" | "query" | "headers">,
  ): Response | null {
    const forum = this.world.known(name);
    const search = query.size > 0 ? `?${query}` : "";
    this.requested = [
      ...this.requested.slice(-999),
      { forum: name, path: `${path}${search}`, userAgent: headers.get("user-agent") },
    ];
    if (forum.movedTo !== null)
      return new Response(null, { status: 301, headers: { location: `${forum.movedTo}${path}${search}` } });
    if (path === "/robots.txt")
      return new Response(forum.robots ?? "", { status: forum.robots === null ? 404 : 200 });
    if (path === "/site/basic-info.json")
      return json(200, { title: forum.title, description: "", logo_url: "", header_primary_color: "333333" });
    const number = this.#numberAt(forum, path);
    if (path !== "/posts.json" && number === null) return null;
    if (forum.isForMembers) return refused(403, "You need to be logged in to do that.", "not_logged_in");
    if (number !== null) return this.#post(forum, number);
    return json(200, this.#page(forum, query.get("before")));
  }

  /** Returns the post number in a path, or resolves a topic position. Returns 0 if there is no such post. */
  #numberAt({ topics }: Forum, path: string): number | null {
    const [, number, topic, inTopic] = /^\/posts\/(?:(\d+)|by_number\/(\d+)\/(\d+))\.json$/.exec(path) ?? [];
    if (topic === undefined) return number === undefined ? null : Number(number);
    return topics.get(Number(topic))?.find((post) => post.inTopic === Number(inTopic))?.number ?? 0;
  }

  /** Pages are cached separately, so they can show different moments. */
  #page(forum: Forum, before: string | null): object {
    const key = `${forum.name} ${before ?? ""}`;
    const nowMs = this.world.clock.nowMs();
    const cached = this.#pages.get(key);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.body;
    const posts = forum.version === "old" ? this.#window(forum, before) : this.#below(forum, before);
    const body = { latest_posts: posts.map((post) => this.#row(forum, post)) };
    // Delete expired pages.
    for (const [other, { untilMs }] of this.#pages) if (untilMs <= nowMs) this.#pages.delete(other);
    this.#pages.set(key, { untilMs: nowMs + this.world.options.pagesCachedMs, body });
    return body;
  }

  #below(forum: Forum, before: string | null): ForumPost[] {
    const below = before === null ? Infinity : Number(before);
    return this.world
      .shown(forum.name)
      .filter(({ number }) => number < below)
      .slice(0, perPage);
  }

  /** Older versions: existing posts within a window of ids that ends with the given one. */
  #window(forum: Forum, before: string | null): ForumPost[] {
    const shown = this.world.shown(forum.name);
    const last = before === null ? (forum.posts.at(-1)?.number ?? 0) : Number(before);
    return shown.filter(({ number }) => number <= last && number > last - perPage);
  }

  #post(forum: Forum, number: number): Response {
    const post = this.world.find(forum.name, number);
    if (post?.state === "private") return refused(403, "You are not permitted to view it.", "invalid_access");
    if (post === undefined || post.state === "deleted")
      return refused(404, "The requested URL or resource could not be found.", "not_found");
    return json(200, this.#row(forum, post));
  }

  #row(forum: Forum, post: ForumPost): object {
    const { number, topic, inTopic, title, by, atMs, text, state, isSmallAction } = post;
    const slug = slugOf(title);
    const folder = homes[forum.name]?.folder ?? "";
    const raw = state === "by-author" ? "(post deleted by author)" : text;
    const at = new Date(atMs).toISOString();
    const old = {
      ...{ id: number, name: by, username: by, created_at: at, updated_at: at, cooked: cookedOf(raw) },
      ...{ post_number: inTopic, topic_id: topic, topic_slug: slug, score: 0.2, reads: 1, hidden: false },
    };
    if (forum.version === "old") return old;
    return {
      ...old,
      ...{ post_type: isSmallAction ? 3 : 1, topic_title: title, category_id: 1, raw, version: 1 },
      ...{ post_url: `${folder}/t/${slug}/${topic}/${inTopic}`, user_deleted: state === "by-author" },
      ...{ hidden: state === "hidden", deleted_at: null, display_username: by, trust_level: 1 },
      ...{ reply_to_post_number: null, truncated: false, excerpt: raw.slice(0, 40), staff: false },
    };
  }
}

function refused(status: number, error: string, error_type: string): Response {
  return json(status, { errors: [error], error_type });
}

function slugOf(title: string): string {
  return (
    title
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "-"
  );
}

function cookedOf(text: string): string {
  const paragraphs = escapeHtml(text).split(/\n\s*\n/);
  return paragraphs.map((one) => `<p>${one}</p>`).join("\n");
}

export function forumPage({ title }: Forum, writeAddress: string): Response {
  return html(
    200,
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="generator" content="Discourse 3.5 (a stand-in)"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1><p>A forum of the sandbox. <a href="${escapeHtml(writeAddress)}">Read and write here</a></p></body></html>`,
  );
}
