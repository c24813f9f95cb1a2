import { gzipSync } from "node:zlib";
import { type ParsedRequest } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { Clock } from "../clock";
import { type NewsOptions, NewsWorld } from "./world";

const folder = "/gdeltv3/gal";
const minuteMs = 60_000;

/** A mock of GDELT's Article List: a gzipped file per minute, and an RSS list of the last 15 minutes. */
export class NewsSite {
  readonly world: NewsWorld;
  /** Paths of the requests received. */
  requested: string[] = [];

  constructor(clock: Clock, options: Partial<NewsOptions> = {}) {
    this.world = new NewsWorld(clock, options);
  }

  /** True for the source's own paths, as opposed to the write page. */
  has(path: string): boolean {
    return path.startsWith(`${folder}/`);
  }

  reset(): void {
    this.requested = [];
    this.world.reset();
  }

  respond({ path, headers }: Pick<ParsedRequest, "path" | "headers">): Response {
    this.requested = [...this.requested.slice(-9_999), path];
    const name = path.slice(folder.length + 1);
    if (name === "feed.rss") return this.#list(headers);
    const [, year, month, day, hour, minute] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)00\.gal\.json\.gz$/.exec(name) ?? [];
    if (year === undefined) return missing();
    const atMs = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
    const file = this.world.file(atMs / minuteMs);
    if (file === null) return missing();
    const bytes = gzipSync(`${file.lines.join("\n")}\n`);
    const body = file.isTruncated ? bytes.subarray(0, bytes.length >> 1) : bytes;
    return new Response(new Uint8Array(body), { headers: { "content-type": "application/gzip" } });
  }

  #list(headers: Headers): Response {
    const { builtMs, articles } = this.world.list();
    const etag = `"${builtMs}-${articles.length}"`;
    if (headers.get("if-none-match") === etag) return new Response(null, { status: 304 });
    const items = articles.map(
      ({ title, url, seenMs }) =>
        `<item><title>${escapeHtml(title)}</title><link>${escapeHtml(url)}</link><pubDate>${dateOf(seenMs)}</pubDate></item>`,
    );
    const body = `<?xml version="1.0"?><rss version="2.0"><channel><title>GDELT Article List</title><lastBuildDate>${dateOf(builtMs)}</lastBuildDate>${items.join("\n")}</channel></rss>`;
    return new Response(body, { headers: { "content-type": "application/rss+xml", etag } });
  }
}

function missing(): Response {
  return new Response("<Error><Code>NoSuchKey</Code></Error>", {
    status: 404,
    headers: { "content-type": "application/xml" },
  });
}

/** Without a weekday, as the source writes it: '17 Aug 2026 02:16:00 +0000'. */
function dateOf(ms: number): string {
  return `${new Date(ms).toUTCString().slice(5, -4)} +0000`;
}
