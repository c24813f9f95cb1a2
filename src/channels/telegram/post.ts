import { GuardError } from "@/adapters/guarded-fetch/guard-error";
import type { PostRequest, PostReply } from "@/adapters/guarded-fetch/guarded-post";
import { timeoutSignal } from "@/adapters/timeout-signal";

/** Responses to messages are short. Up to 50 updates of at most 4,096 characters fit into 4 MB. */
const usualBytes = 64 * 1024;

/** May be private. Never redirects. Throws only GuardError, without the URL, because that has the token. */
export async function postToBot(
  { address, headers, body, timeoutMs, signal }: PostRequest,
  maxBytes = usualBytes,
): Promise<PostReply> {
  const timeout = timeoutSignal(timeoutMs);
  const ends = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  try {
    const how = { method: "POST", redirect: "manual", headers, body, signal: ends } as const;
    const response = await fetch(address, how);
    return {
      status: response.status,
      headers: response.headers,
      text: await readStart(response, maxBytes),
    };
  } catch (error) {
    if (signal?.aborted === true) throw new GuardError("aborted", "the request was aborted");
    if (timeout.aborted) throw new GuardError("timeout", "no response in time");
    throw new GuardError("network", "the connection failed", getCode(error));
  }
}

/** Reads up to `maxBytes`. A truncated body is enough, because the status counts. */
async function readStart(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const part of response.body ?? []) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= maxBytes) break;
    }
  } catch {
    // The connection was lost after the status.
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
}

function getCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === "string" ? cause.code : undefined;
}
