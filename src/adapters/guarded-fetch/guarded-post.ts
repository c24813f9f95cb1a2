import type { IncomingMessage } from "node:http";
import { getFailure, unlessAborted } from "./guarded-fetch";
import { GuardError } from "./guard-error";
import { responseFor, getHeaders } from "./request";
import { getCode } from "./resolve";
import { checkedTarget, parsedAddress, type GuardRules } from "./target";
import { timeoutSignal } from "../timeout-signal";

export interface PostRequest {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** For DNS, the connection and the start of the response. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface PostReply {
  status: number;
  headers: Headers;
  /** The part of the body that arrived in time, up to 64 kB. */
  text: string;
}

export type GuardedPost = (query: PostRequest) => Promise<PostReply>;

const maxBytes = 64 * 1024;
const maxResponseMs = 2_000;

/** Connects to the checked IP address and returns redirects like any response. Throws only GuardError. */
export function createGuardedPost(
  rules: Omit<GuardRules, "allowsHttp"> & { userAgent: string },
): GuardedPost {
  return async function post({ address, headers, body, timeoutMs, signal }) {
    const timeout = timeoutSignal(timeoutMs);
    const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const all = {
      "user-agent": rules.userAgent,
      "accept-encoding": "identity",
      "content-length": String(Buffer.byteLength(body)),
      ...headers,
    };
    try {
      const url = parsedAddress(address);
      const target = await unlessAborted(checkedTarget(url, { ...rules, allowsHttp: false }, ends), ends);
      const response = await responseFor(target, { headers: all, body, signal: ends });
      return {
        status: response.statusCode ?? 0,
        headers: getHeaders(response),
        text: await readStart(response),
      };
    } catch (error) {
      const code = getCode(error);
      if (!ends.aborted && !(error instanceof GuardError))
        throw new GuardError("network", "the connection failed", code);
      throw getFailure(ends.aborted ? ends.reason : error, signal);
    }
  };
}

/** Ignores a body that is too long, too slow or truncated, as the status is what counts. Never throws. */
async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const late = setTimeout(() => response.destroy(), maxResponseMs);
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= maxBytes) break;
    }
  } catch {
  } finally {
    clearTimeout(late);
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
}
