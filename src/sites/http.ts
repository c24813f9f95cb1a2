import { readRate } from "./rate";
import { SiteError, type Rate } from "@/domain/site-error";

/** What is kept of an answer that was too large: enough to see where the next page begins. */
const KEPT_OF_TOO_LARGE = 2_000;
/** Edges refuse addresses of some 10,000 characters; 4 kB leaves room for whatever stands in between. */
const MAX_URL_LENGTH = 4096;

export interface Reply {
  status: number;
  headers: Headers;
  body: string;
  rate: Rate;
}

export interface Ask {
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  form?: URLSearchParams;
  timeoutMs: number;
  /** Of the answer; one that is larger is "malformed" with the reason "too-large". */
  maxBytes: number;
  signal?: AbortSignal;
}

/**
 * Sends one request and reads the whole answer, whatever its status. Redirects are not followed: what
 * they mean is the site's own. The time-out covers the body too. Nothing on the way may cache: sites mark what changes all
 * the time as fresh for an hour.
 */
export async function send(ask: Ask): Promise<Reply> {
  if (ask.url.length >= MAX_URL_LENGTH) throw new RangeError(`a URL of ${ask.url.length} characters`);
  if (ask.signal?.aborted) throw aborted(false);
  const timeout = AbortSignal.timeout(ask.timeoutMs);
  const signal = ask.signal ? AbortSignal.any([ask.signal, timeout]) : timeout;
  let rate: Rate | undefined;
  try {
    const response = await fetch(ask.url, {
      method: ask.method ?? "GET",
      headers: ask.headers,
      body: ask.form,
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    rate = readRate(response.headers);
    const body = await readBody(response, ask.maxBytes);
    return { status: response.status, headers: response.headers, body, rate };
  } catch (error) {
    // fetch reports every failure of the network as a TypeError and an abort as whatever the signal carries.
    if (error instanceof SiteError) throw error;
    if (ask.signal?.aborted) throw aborted(true);
    const why = timeout.aborted ? `no response within ${ask.timeoutMs} ms` : "the connection failed";
    throw new SiteError("unavailable", why, {
      reason: timeout.aborted ? "timeout" : "network",
      rate,
      cause: error,
    });
  }
}

async function readBody(response: Response, maxBytes: number): Promise<string> {
  if (!response.body) return "";
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new SiteError("malformed", `response larger than ${maxBytes} bytes`, {
        reason: "too-large",
        status: response.status,
        rate: readRate(response.headers),
        head: parts.join("").slice(0, KEPT_OF_TOO_LARGE),
      });
    }
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  parts.push(decoder.decode());
  return parts.join("");
}

/** The caller gave up. It is a SiteError so that a lane has one kind of failure to look after. */
export function aborted(asked: boolean): SiteError {
  return new SiteError("unavailable", "the request was canceled", { reason: "aborted", asked });
}
