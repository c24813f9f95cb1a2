import { GuardError } from "./guard-error";
import { sendTo, type Hop } from "./request";
import { checkedTarget, parsedAddress, type GuardRules } from "./target";
import { Turns } from "./turns";
import { timeoutSignal } from "../timeout-signal";
import { isUrl } from "@/domain/text/url";

export interface GuardSettings extends Omit<GuardRules, "allowsHttp"> {
  userAgent: string;
  timeoutMs: number;
  /** Pause between requests to the same host. */
  spacingMs: number;
}

export interface GuardedRequest {
  address: string;
  allowsHttp: boolean;
  headers?: Readonly<Record<string, string>>;
  /** Default: 5 MB. 0: the body isn't read. */
  maxBytes?: number;
  /** Maximum number of redirects. Default: 5. */
  redirects?: number;
  signal?: AbortSignal;
}

export interface GuardedReply extends Hop {
  url: string;
  /** The new URL if all redirects were permanent. */
  movedTo: string | null;
}

export type GuardedFetch = (query: GuardedRequest) => Promise<GuardedReply>;

const defaultMaxBytes = 5 * 1024 * 1024;
const maxRedirects = 5;

/** Checks every redirect, pins the IP. The timeout excludes a host's turn. Throws only GuardError. */
export function createGuardedFetch(settings: GuardSettings): GuardedFetch {
  const turns = new Turns(settings.spacingMs);

  return async function request(query) {
    const { maxBytes = defaultMaxBytes, redirects = maxRedirects, signal, allowsHttp } = query;
    const headers = { "user-agent": settings.userAgent, ...query.headers };
    let leftMs = settings.timeoutMs;
    let url = parsedAddress(query.address);
    let movedTo: string | null = null;
    for (let hops = 0, isForGood = true; hops <= redirects; hops += 1) {
      const hop = await turns
        .take(url.host, signal, async () => {
          const startedMs = performance.now();
          const timeout = timeoutSignal(Math.max(1, Math.ceil(leftMs)));
          const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
          const target = await unlessAborted(checkedTarget(url, { ...settings, allowsHttp }, ends), ends);
          const response = await sendTo(target, { headers, maxBytes, signal: ends });
          leftMs -= performance.now() - startedMs;
          return response;
        })
        .catch((error: unknown) => {
          throw getFailure(error, signal);
        });
      const location = locationOf(hop);
      if (location === null) return { ...hop, url: url.href, movedTo };
      url = nextAddress(location, url);
      isForGood &&= hop.status === 301 || hop.status === 308;
      if (isForGood) movedTo = url.href;
    }
    throw new GuardError("redirects", "too many redirects");
  };
}

const redirecting = new Set([301, 302, 303, 307, 308]);

function locationOf({ status, headers }: Hop): string | null {
  return redirecting.has(status) ? headers.get("location") : null;
}

function nextAddress(location: string, from: URL): URL {
  if (!isUrl(location, from)) throw new GuardError("redirects", "redirects to an invalid URL");
  return parsedAddress(new URL(location, from).href);
}

/** Rejects when the signal aborts, because DNS lookups can outlive it. */
export async function unlessAborted<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
  return Promise.race([wait, aborted]);
}

export function getFailure(error: unknown, signal: AbortSignal | undefined): GuardError {
  if (signal?.aborted) return new GuardError("aborted", "the request was canceled");
  if (error instanceof GuardError) return error;
  const isLate = error instanceof DOMException && error.name === "TimeoutError";
  return isLate ? new GuardError("timeout", "timed out") : new GuardError("network", "the connection failed");
}
