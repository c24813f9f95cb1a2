import { timeoutSignal } from "@/adapters/timeout-signal";
import { readRate } from "./rate";
import { SiteError, type Rate } from "@/domain/reading/site-error";

/** Characters kept of a response that was too large, enough to find the next page's cursor. */
const MAX_READ_OF_TOO_LARGE = 2_000;
/** CDNs reject URLs above about 10,000 characters; 4 kB is safe for proxies too. */
const MAX_URL_LENGTH = 4096;

export interface Reply {
  status: number;
  headers: Headers;
  body: string;
  rate: Rate;
}

export interface HttpRequest {
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  form?: URLSearchParams;
  text?: string;
  timeoutMs: number;
  /** Maximum response size. Larger responses throw "malformed" with the reason "too-large". */
  maxBytes: number;
  signal?: AbortSignal;
}

/** Doesn't follow redirects. The timeout includes the body. Bypasses caches, as sites mark pages as fresh. */
export async function send(request: HttpRequest): Promise<Reply> {
  const { bytes, ...reply } = await sendForBytes(request);
  return { ...reply, body: new TextDecoder().decode(bytes) };
}

export async function sendForBytes(
  request: HttpRequest,
): Promise<Omit<Reply, "body"> & { bytes: Uint8Array }> {
  if (request.url.length >= MAX_URL_LENGTH) throw new RangeError(`a URL of ${request.url.length} characters`);
  if (request.signal?.aborted) throw aborted(false);
  const timeout = timeoutSignal(request.timeoutMs);
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout;
  let rate: Rate | undefined;
  try {
    const response = await fetch(request.url, {
      method: request.method ?? "GET",
      headers: request.headers,
      body: request.text ?? request.form,
      redirect: "manual",
      cache: "no-store",
      signal,
    });
    rate = readRate(response.headers);
    const bytes = await readBody(response, request.maxBytes);
    return { status: response.status, headers: response.headers, bytes, rate };
  } catch (error) {
    // fetch throws a TypeError for network failures and the signal's reason for aborts.
    if (error instanceof SiteError) throw error;
    if (request.signal?.aborted) throw aborted(true);
    const why = timeout.aborted ? `no response within ${request.timeoutMs} ms` : "the connection failed";
    throw new SiteError("unavailable", why, {
      reason: timeout.aborted ? "timeout" : "network",
      rate,
      cause: error,
    });
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new SiteError("malformed", `response larger than ${maxBytes} bytes`, {
        reason: "too-large",
        status: response.status,
        rate: readRate(response.headers),
        head: new TextDecoder().decode(Buffer.concat(parts)).slice(0, MAX_READ_OF_TOO_LARGE),
      });
    }
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

/** The error for a request canceled by the caller. A SiteError, so lanes only handle one type of error. */
export function aborted(requested: boolean): SiteError {
  return new SiteError("unavailable", "the request was canceled", {
    reason: "aborted",
    requested,
  });
}
