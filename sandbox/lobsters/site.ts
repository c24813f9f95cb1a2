import { type ParsedRequest, html, json } from "../http";
import { getAddress, commentsPage, toHtml } from "./comments-page";
import type { Entry, LobstersWorld } from "./world";

const origin = "https://lobste.rs";
const storiesPerPage = 25;
const commentsPerPage = 20;
const listPath = /^\/(?:newest(?:\/page\/(\d+))?\.json|(comments)(?:\/page\/(\d+))?)$/;

/** A mock of Lobsters: its JSON and its page of newest comments. */
export class LobstersSite {
  readonly world: LobstersWorld;
  /** Requests with the sandbox's time (ms). */
  requested: { path: string; atMs: number; userAgent: string | null }[] = [];
  #lists = new Map<string, { untilMs: number; respond: () => Response }>();

  constructor(world: LobstersWorld) {
    this.world = world;
  }

  /** True for the site's own paths, as opposed to the write page. */
  has(path: string): boolean {
    return path.endsWith(".json") || listPath.test(path);
  }

  reset(): void {
    this.requested = [];
    this.#lists.clear();
  }

  respond({ path, headers }: Pick<ParsedRequest, "path"> & { headers?: Headers }): Response {
    const userAgent = headers?.get("user-agent") ?? null;
    this.requested = [...this.requested.slice(-999), { path, atMs: this.world.clock.nowMs(), userAgent }];
    const list = listPath.exec(path);
    if (list !== null) return this.#list(path, list[2] ?? "newest", Number(list[1] ?? list[3] ?? 1));
    const [, sort, shortId = ""] = /^\/([sc])\/([0-9a-z]+)\.json$/.exec(path) ?? [];
    const entry = this.world.find(shortId);
    if (sort === "c")
      return entry?.kind === "comment" ? json(200, this.#comment(entry)) : plain(400, "can't find comment");
    if (entry?.kind !== "story" || entry.state !== "live")
      return json(404, { status: 404, error: "Not Found" });
    const comments = this.world.thread(shortId).map((one) => this.#comment(one));
    return json(200, { ...this.#story(entry), comments });
  }

  /** Pages are cached separately, so they can show different moments. */
  #list(path: string, name: string, page: number): Response {
    const nowMs = this.world.clock.nowMs();
    const cached = this.#lists.get(path);
    if (cached !== undefined && cached.untilMs > nowMs) return cached.respond();
    const response = name === "newest" ? this.#stories(page) : this.#comments(page);
    this.#lists.set(path, { untilMs: nowMs + this.world.listsCachedMs, respond: response });
    return response();
  }

  #stories(page: number): () => Response {
    const stories = this.world.newest().slice((page - 1) * storiesPerPage, page * storiesPerPage);
    const body = stories.map((entry) => this.#story(entry));
    return () => json(200, body);
  }

  #comments(page: number): () => Response {
    const comments = this.world
      .newestComments()
      .slice((page - 1) * commentsPerPage, page * commentsPerPage)
      .map((comment) => ({ comment, story: this.world.known(comment.story!) }));
    const body = commentsPage(comments, page);
    return () => html(200, body);
  }

  #story({ shortId, atMs, title, url, text, by, tags }: Entry): object {
    return {
      short_id: shortId,
      short_id_url: `${origin}/s/${shortId}`,
      created_at: localTime(atMs),
      title,
      url,
      score: 1,
      flags: 0,
      comment_count: this.world.thread(shortId).filter(({ state }) => state === "live").length,
      description: toHtml(text),
      description_plain: text,
      comments_url: origin + getAddress(shortId, title),
      submitter_user: by,
      user_is_author: url === "",
      tags,
    };
  }

  #comment({ shortId, atMs, editedMs, text, by, state, story }: Entry): object {
    const { title } = this.world.known(story!);
    const gone = state === "deleted" ? "Comment removed by author" : "Comment removed by moderator";
    return {
      short_id: shortId,
      short_id_url: `${origin}/c/${shortId}`,
      created_at: localTime(atMs),
      last_edited_at: localTime(editedMs),
      is_deleted: state !== "live",
      is_moderated: state === "moderated",
      score: 1,
      flags: 0,
      parent_comment: null,
      comment: state === "live" ? toHtml(text) : `<em>${gone}</em>`,
      comment_plain: state === "live" ? text : gone,
      url: `${origin}${getAddress(story!, title)}#c_${shortId}`,
      depth: 0,
      commenting_user: by,
    };
  }
}

/** The site's time zone is Chicago, here without daylight saving time. */
function localTime(ms: number): string {
  return `${new Date(ms - 6 * 3_600_000).toISOString().slice(0, -1)}-06:00`;
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
}
