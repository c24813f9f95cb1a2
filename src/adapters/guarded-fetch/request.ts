import { request as requestHttp, type IncomingMessage, type RequestOptions } from "node:http";
import { request as requestHttps } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { GuardError } from "./guard-error";
import { getCode } from "./resolve";
import type { Target } from "./target";

export interface Hop {
  status: number;
  headers: Headers;
  body: Buffer;
}

interface Requested {
  headers: Readonly<Record<string, string>>;
  /** Body of a POST. If absent, sends a GET. */
  body?: string;
  signal: AbortSignal;
}

export interface HopRequest extends Requested {
  /** Limit for the body, both compressed and decompressed. 0: the body isn't read. */
  maxBytes: number;
}

/** Sends one request to the checked IP addresses. Throws GuardError or the signal's reason. */
export async function sendTo(target: Target, query: HopRequest): Promise<Hop> {
  const response = await responseFor(target, query).catch((error: unknown) => {
    throw getFailure(error, query.signal);
  });
  const status = response.statusCode ?? 0;
  const headers = getHeaders(response);
  const isRedirect = status >= 300 && status < 400;
  if (isRedirect || query.maxBytes === 0) {
    response.destroy();
    return { status, headers, body: Buffer.alloc(0) };
  }
  try {
    return { status, headers, body: await getBody(response, query) };
  } catch (error) {
    throw getFailure(error, query.signal);
  } finally {
    response.destroy();
  }
}

/** Returns the response before its body is read. Throws Node's own errors. */
export function responseFor(
  { url, addresses }: Target,
  { headers, body, signal }: Requested,
): Promise<IncomingMessage> {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  // Pins the checked IP addresses: a second DNS lookup could return others.
  const lookup: LookupFunction = (_host, options, callback) =>
    options.all ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family);
  const options: RequestOptions & { autoSelectFamilyAttemptTimeout: number } = {
    ...{ lookup, signal, agent: false, maxHeaderSize: 16 * 1024, autoSelectFamilyAttemptTimeout: 2_000 },
    method: body === undefined ? "GET" : "POST",
    headers: { "accept-encoding": "gzip, br", ...headers },
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestHttps : requestHttp;
    // The response reports later errors itself. The listener keeps them from ending the process.
    send(url, options, resolve).on("error", reject).end(body);
  });
}

export function getHeaders(response: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < response.rawHeaders.length; at += 2) {
    // Skip headers that Node accepts but the Headers class rejects.
    try {
      headers.append(response.rawHeaders[at]!, response.rawHeaders[at + 1]!);
    } catch {
      continue;
    }
  }
  return headers;
}

async function getBody(response: IncomingMessage, { maxBytes, signal }: HopRequest): Promise<Buffer> {
  const parts: Buffer[] = [];
  const bounded = async function* (source: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const part of source) {
      bytes += part.byteLength;
      if (bytes > maxBytes) throw new GuardError("too-large", `response larger than ${maxBytes} bytes`);
      yield part;
    }
  };
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const part of bounded(source)) parts.push(part);
  };
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const unpacked = unpackers[encoding];
  if (unpacked === undefined) throw new GuardError("encoding", "unexpected content encoding");
  const unpack = unpacked();
  if (unpack === null) await pipeline(response, collect, { signal });
  else await pipeline(response, bounded, unpack, collect, { signal });
  return Buffer.concat(parts);
}

const unpackers: Readonly<Record<string, () => ReturnType<typeof createGunzip> | null>> = {
  identity: () => null,
  "": () => null,
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
};

function getFailure(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof GuardError) return error;
  if (signal.aborted) return signal.reason;
  const code = getCode(error);
  if (code?.startsWith("Z_") || code?.startsWith("ERR__ERROR_FORMAT"))
    return new GuardError("encoding", "couldn't decompress the response", code);
  // Node's message contains the address.
  return new GuardError("network", "the connection failed", code);
}
