import type { IncomingMessage } from "node:http";
import { failureOf, unlessAborted } from "./guarded-fetch";
import { GuardError } from "./guard-error";
import { answerOf, headersOf } from "./request";
import { codeOf } from "./resolve";
import { checkedTarget, parsedAddress, type GuardRules } from "./target";

export interface PostQuestion {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** For names, connection and the beginning of the answer. */
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface PostReply {
  status: number;
  headers: Headers;
  /** What came of it in time, up to 64 kB. */
  text: string;
}

export type GuardedPost = (question: PostQuestion) => Promise<PostReply>;

/** Of an answer no more is read, in bytes and in time. */
const mostBytes = 64 * 1024;
const maxResponseMs = 2_000;

/**
 * Posts to an address that somebody gave: it is checked, the connection goes to the very address that was checked, and a
 * redirect is an answer like any other. Throws GuardError and nothing else.
 */
export function createGuardedPost(
  rules: Omit<GuardRules, "allowsHttp"> & { userAgent: string },
): GuardedPost {
  return async function post({ address, headers, body, timeoutMs, signal }) {
    const timeout = AbortSignal.timeout(timeoutMs);
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
      const response = await answerOf(target, { headers: all, body, signal: ends });
      return {
        status: response.statusCode ?? 0,
        headers: headersOf(response),
        text: await beginningOf(response),
      };
    } catch (error) {
      const code = codeOf(error);
      if (!ends.aborted && !(error instanceof GuardError))
        throw new GuardError("network", "the connection failed", code);
      throw failureOf(ends.aborted ? ends.reason : error, signal);
    }
  };
}

/** How it begins; what is too long, too slow or breaks off is left. Never fails: the answer's status stands. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  const late = setTimeout(() => response.destroy(), maxResponseMs);
  try {
    for await (const part of response as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= mostBytes) break;
    }
  } catch {
    // What was heard till then is enough.
  } finally {
    clearTimeout(late);
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, mostBytes).toString("utf8");
}
