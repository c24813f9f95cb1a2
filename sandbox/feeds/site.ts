import { createHash } from "node:crypto";
import type { Clock } from "../clock";
import { type ParsedRequest, html } from "../http";
import { escapeHtml } from "../reddit/inline";
import { type FeedEntry, type FeedOfWorld, FeedsWorld, getListed } from "./world";

/** A mock of blogs: /NAME/feed lists the entries at /NAME/ID; / and /NAME link to the feeds. */
export class FeedsSite {
  /** Number of requests per feed, and how many of them returned new content. */
  readonly requested = new Map<string, { times: number; whole: number }>();

  readonly world: FeedsWorld;
  /** Base URL of the feeds. Set when the server is listening. */
  origin = "";

  constructor(clock: Clock, how: { hasHistory: boolean }) {
    this.world = new FeedsWorld(clock, how);
  }

  /** The public URL of a feed. */
  getAddress(name: string): string {
    return `${this.origin}/feeds/${name}/feed`;
  }

  reset(): void {
    this.world.reset();
    this.requested.clear();
  }

  respond({ path, headers }: Pick<ParsedRequest, "path" | "headers">): Response {
    const [, name = "", rest = ""] = /^\/([^/]*)\/?(.*)$/.exec(path) ?? [];
    const feed = this.world.find(name);
    if (feed === undefined) return html(404, "<!doctype html><title>404</title><p>Nothing is here.");
    if (rest === "feed") return this.#list(feed, headers);
    if (rest === "") return html(200, homeOf(feed));
    const entry = feed.entries.find(({ id }) => id === rest);
    if (entry?.state === "deleted") return html(410, "<!doctype html><title>410</title><p>It was deleted.");
    if (entry?.state !== "stands") return html(404, "<!doctype html><title>404</title><p>Nothing is here.");
    return html(200, `<!doctype html><title>${escapeHtml(entry.title)}</title><p>${escapeHtml(entry.text)}`);
  }

  #list(feed: FeedOfWorld, headers: Headers): Response {
    const address = `http://${headers.get("host")}/feeds/${feed.name}`;
    const { body, type } = { rss: rssOf, atom: toAtom, json: jsonOf }[feed.format](feed, address);
    const etag = `"${createHash("sha256").update(body).digest("hex").slice(0, 16)}"`;
    const fresh: Record<string, string> =
      feed.maxAge === null ? {} : { "cache-control": `max-age=${feed.maxAge}` };
    const counts = this.requested.get(feed.name) ?? { times: 0, whole: 0 };
    const isSame = headers.get("if-none-match") === etag;
    this.requested.set(feed.name, { times: counts.times + 1, whole: counts.whole + (isSame ? 0 : 1) });
    return isSame
      ? new Response(null, { status: 304, headers: { etag, ...fresh } })
      : new Response(body, { headers: { "content-type": type, etag, ...fresh } });
  }
}

function homeOf({ name, title }: FeedOfWorld): string {
  return `<!doctype html><html lang="en"><head><title>${escapeHtml(title)}</title><link rel="alternate" type="application/rss+xml" href="/feeds/${name}/feed"></head><body><h1>${escapeHtml(title)}</h1></body></html>`;
}

/** The entry's current id in the feed. */
function getId({ era }: FeedOfWorld, { id }: FeedEntry): string {
  return era === 0 ? `entry-${id}` : `entry-${era}-${id}`;
}

function rssOf(feed: FeedOfWorld, address: string) {
  const items = getListed(feed).map(
    (entry) =>
      `<item><title>${escapeHtml(entry.title)}</title><link>${address}/${entry.id}</link><guid isPermaLink="false">${getId(feed, entry)}</guid>${
        feed.isDated ? `<pubDate>${new Date(entry.atMs).toUTCString()}</pubDate>` : ""
      }<description>${escapeHtml(`<p>${escapeHtml(entry.text)}</p>`)}</description></item>`,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escapeHtml(feed.title)}</title><link>${address}</link>${items.join("\n")}</channel></rss>`;
  return { body, type: "application/rss+xml; charset=utf-8" };
}

function toAtom(feed: FeedOfWorld, address: string) {
  const entries = getListed(feed).map(
    (entry) =>
      `<entry><title>${escapeHtml(entry.title)}</title><link href="${address}/${entry.id}"/><id>${getId(feed, entry)}</id>${
        feed.isDated ? `<published>${new Date(entry.atMs).toISOString()}</published>` : ""
      }<content type="html">${escapeHtml(`<p>${escapeHtml(entry.text)}</p>`)}</content></entry>`,
  );
  const body = `<feed xmlns="http://www.w3.org/2005/Atom"><title>${escapeHtml(feed.title)}</title><link href="${address}"/>${entries.join("\n")}</feed>`;
  return { body, type: "application/atom+xml" };
}

function jsonOf(feed: FeedOfWorld, address: string) {
  const items = getListed(feed).map((entry) => ({
    ...{
      id: getId(feed, entry),
      url: `${address}/${entry.id}`,
      title: entry.title,
      content_text: entry.text,
    },
    ...(feed.isDated && { date_published: new Date(entry.atMs).toISOString() }),
  }));
  const body = JSON.stringify({
    ...{ version: "https://jsonfeed.org/version/1.1", title: feed.title, home_page_url: address },
    items,
  });
  return { body, type: "application/feed+json" };
}
