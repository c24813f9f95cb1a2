import type { ThreadedParser } from "@/domain/reading/parser";
import type { FiledSite } from "@/domain/reading/site";
import { NO_RATE, SiteError } from "@/domain/reading/site-error";
import { getError } from "../errors";
import { send, sendForBytes } from "../http";
import { getFullname, pathOfMinute } from "./address";
import type { ReadFile } from "./articles";
import { facts } from "./facts";
import type { ReadList } from "./list";

const TIMEOUT_MS = 20_000;
const FOLDER = "/gdeltv3/gal";
/** A compressed file has up to a megabyte, a list less. */
const max = { file: 32 * 1024 * 1024, list: 16 * 1024 * 1024 };
const minuteMs = 60_000;

export interface NewsSettings {
  /** Base URLs of the same files, in order of preference. */
  hosts: readonly string[];
  userAgent: string;
  parse: {
    file: ThreadedParser<{ bytes: Uint8Array; minuteMs: number }, ReadFile | { reason: string }>;
    list: ThreadedParser<{ text: string; nowMs: number }, ReadList | null>;
  };
  now?: () => number;
  timeoutMs?: number;
}

export function createNews(settings: NewsSettings): FiledSite {
  const { userAgent, parse, now = Date.now, timeoutMs = TIMEOUT_MS } = settings;
  const bases = settings.hosts.map((host) => (host.endsWith(FOLDER) ? host : `${host}${FOLDER}`));
  const often = { timeoutMs, headers: { "user-agent": userAgent } };

  /** Tries the next host if one can't be reached, for example because of its certificate. */
  async function onHosts<T>(request: (base: string) => Promise<T>): Promise<T> {
    for (const [at, base] of bases.entries()) {
      try {
        return await request(base);
      } catch (error) {
        const isLast = at === bases.length - 1;
        if (isLast || !(error instanceof SiteError) || error.reason !== "network") throw error;
      }
    }
    throw new RangeError("no hosts");
  }

  return {
    ...facts,
    reads: "files",
    getFullname,
    // The source publishes no deletions.
    lookUp: { max: 1_000, requests: () => 0 },
    fetchByFullname: (fullnames) =>
      Promise.resolve({
        statuses: new Map(fullnames.map((fullname) => [fullname, "present"])),
        rate: NO_RATE,
      }),
    async fetchLatest(marks, signal) {
      const headers = {
        ...often.headers,
        ...(marks?.etag && { "if-none-match": marks.etag }),
        ...(marks?.modified && { "if-modified-since": marks.modified }),
      };
      const options = { ...often, headers, signal, maxBytes: max.list };
      const reply = await onHosts((base) => send({ ...options, url: `${base}/feed.rss` }));
      const { status, rate } = reply;
      const next = { etag: reply.headers.get("etag"), modified: reply.headers.get("last-modified") };
      if (status === 304 && marks !== null) return { list: null, marks, rate };
      if (status !== 200) throw getError(reply, now());
      const list = await parse.list({ text: reply.body, nowMs: now() }, facts.id);
      if (list === null || list.builtMs === null)
        throw new SiteError("malformed", "the response isn't the list of articles", { status, rate });
      return { list: { builtAt: new Date(list.builtMs), items: list.items }, marks: next, rate };
    },
    async fetchFile(minute, signal) {
      const options = { ...often, signal, maxBytes: max.file };
      const reply = await onHosts((base) => sendForBytes({ ...options, url: base + pathOfMinute(minute) }));
      const { status, rate } = reply;
      // The storage behind the host also responds with 403 if there is no such file.
      if (status === 404 || status === 403) return { file: null, rate };
      if (status !== 200) throw getError({ ...reply, body: "" }, now());
      const file = await parse.file({ bytes: reply.bytes, minuteMs: minute * minuteMs }, facts.id);
      if ("reason" in file)
        throw new SiteError("malformed", `a file can't be read: ${file.reason}`, { status, rate });
      return { file, rate };
    },
  };
}
