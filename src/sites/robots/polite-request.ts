import type { GuardedFetch, GuardedReply } from "@/adapters/guarded-fetch/guarded-fetch";
import type { ThreadedParser } from "@/domain/reading/parser";
import { SiteError } from "@/domain/reading/site-error";
import { failureFor } from "../guarded";
import { maxBytes, type RobotsQuery } from "./robots";

const retentionMs = 24 * 3_600_000;
/** Maximum total size of all cached files, and the overhead counted for each (bytes). */
const maxStored = 20_000_000;
const overhead = 100;

/** Requests URLs if the host's robots.txt permits it, or throws a SiteError. Checks redirects as well. */
export function createPoliteRequest(how: {
  fetch: GuardedFetch;
  isAllowed: ThreadedParser<RobotsQuery, boolean>;
  /** Converts a response that is neither the file nor its absence to an error. */
  toRefusal: (reply: GuardedReply, nowMs: number) => SiteError;
  now: () => number;
}) {
  const { fetch, isAllowed, toRefusal, now } = how;
  const cache = new Map<string, { body: Uint8Array; untilMs: number }>();
  let storedSize = 0;

  async function get(address: string, signal?: AbortSignal): Promise<GuardedReply> {
    const headers = { accept: address.endsWith(".txt") ? "text/plain" : "application/json" };
    try {
      return await fetch({ address, allowsHttp: false, headers, signal });
    } catch (error) {
      throw failureFor(error);
    }
  }

  function forget(origin: string): void {
    const found = cache.get(origin);
    if (found !== undefined) storedSize -= found.body.length + overhead;
    cache.delete(origin);
  }

  async function fileOf(origin: string, signal?: AbortSignal): Promise<Uint8Array> {
    const found = cache.get(origin);
    if (found !== undefined && found.untilMs > now() && found.untilMs <= now() + retentionMs)
      return found.body;
    const reply = await get(`${origin}/robots.txt`, signal);
    const { status } = reply;
    // No permission while the file is unavailable. A missing file forbids nothing.
    if (status === 429 || status >= 500) throw toRefusal(reply, now());
    const body = new Uint8Array(status === 200 ? reply.body.subarray(0, maxBytes + 1) : []);
    forget(origin);
    for (const oldest of cache.keys()) {
      if (storedSize + body.length + overhead <= maxStored) break;
      forget(oldest);
    }
    cache.set(origin, { body, untilMs: now() + retentionMs });
    storedSize += body.length + overhead;
    return body;
  }

  async function obey(url: string, signal?: AbortSignal): Promise<void> {
    const { origin, host, pathname, search } = new URL(url);
    const body = await fileOf(origin, signal);
    if (body.length === 0 || (await isAllowed({ body, path: pathname + search }, host))) return;
    throw new SiteError("forbidden", "Blocked by its robots.txt", { reason: "robots" });
  }

  return async function request(address: string, signal?: AbortSignal): Promise<GuardedReply> {
    await obey(address, signal);
    const reply = await get(address, signal);
    if (reply.url !== address) await obey(reply.url, signal);
    return reply;
  };
}
