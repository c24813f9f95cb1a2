import { readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { finishResponses } from "./after-responses";
import type { Handler } from "./documented";

interface Served {
  /** The path segments. A parameter's name is in brackets. */
  segments: string[];
  file: string;
}

const served: Served[] = readdirSync("src/app/api", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith("/route.ts") && !file.startsWith("[["))
  .map((file) => ({ segments: path.dirname(file).split("/"), file: path.resolve("src/app/api", file) }))
  // Like Next, prefer fixed segments over parameters.
  .sort((one, other) => parameters(one.segments) - parameters(other.segments));

function parameters(segments: readonly string[]): number {
  return segments.filter((segment) => segment.startsWith("[")).length;
}

/**
 * Serves the API routes on a real socket. Tasks passed to `after` run after the response and before `close`
 * resolves.
 */
export async function startApi(): Promise<{ url: string; close: () => Promise<void> }> {
  const started = new Set<Promise<void>>();
  const server = createServer((request, response) => {
    const responded = reply(request, response);
    started.add(responded);
    void responded.finally(() => started.delete(responded));
  });
  // If the server closed an idle connection, a request could be in flight on it.
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function reply(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await getRequest(incoming, url);
    const response = await handle(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    // Stream the response, which can be endless. Cancel it when the client disconnects, or it would keep
    // querying a dropped database.
    const reader = response.body?.getReader();
    outgoing.once("close", () => void reader?.cancel());
    for (let read = await reader?.read(); read?.done === false; read = await reader!.read())
      outgoing.write(read.value);
    outgoing.end();
    await finishResponses();
  }
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await Promise.all(started);
  };
  return { url, close };
}

async function getRequest(incoming: IncomingMessage, url: string): Promise<Request> {
  let body = "";
  for await (const chunk of incoming) body += String(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  const init = {
    method: incoming.method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
  };
  return new Request(`${url}${incoming.url}`, body === "" ? init : { ...init, body });
}

async function handle(request: Request): Promise<Response> {
  const [api, ...requested] = new URL(request.url).pathname
    .split("/")
    .filter(Boolean)
    .map(decodeURIComponent);
  const fits = ({ segments }: Served) =>
    segments.length === requested.length &&
    segments.every((one, at) => one.startsWith("[") || one === requested[at]);
  const found = served.find(fits);
  if (api !== "api" || found === undefined) return new Response("no such route", { status: 404 });
  const handlers = (await import(/* @vite-ignore */ found.file)) as Record<string, Handler>;
  const named = found.segments.flatMap((one, at): [string, string][] =>
    one.startsWith("[") ? [[one.slice(1, -1), requested[at]!]] : [],
  );
  return handlers[request.method]!(request, { params: Promise.resolve(Object.fromEntries(named)) });
}
