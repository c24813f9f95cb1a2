import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as SecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { CutConnection } from "./http";

const maxBytes = 45 * 1024 * 1024;

/** Passes a Node request to the sandbox and writes its response. */
export async function serveRequest(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  // Failures cut connections on purpose. Other errors are bugs of the sandbox.
  try {
    const response = await handle(await getRequest(incoming));
    const body = Buffer.from(await response.arrayBuffer());
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      "content-length": body.byteLength,
    });
    outgoing.end(incoming.method === "HEAD" ? undefined : body);
  } catch (error) {
    if (error instanceof CutConnection) {
      incoming.socket.destroy();
      return;
    }
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`sandbox: ${incoming.method} ${incoming.url}: ${why}\n`);
    if (!outgoing.headersSent) outgoing.writeHead(500, { "content-type": "text/plain" });
    outgoing.end(why);
  }
}

async function getRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  const { method = "GET" } = incoming;
  // Ignores the Host header.
  const url = `http://127.0.0.1${incoming.url ?? "/"}`;
  if (method === "GET" || method === "HEAD") return new Request(url, { method: "GET", headers });
  return new Request(url, { method, headers, body: new Uint8Array(await getBody(incoming)) });
}

async function getBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new CutConnection();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Starts listening and returns the port. */
export async function listen(server: Server | SecureServer, port = 0): Promise<number> {
  server.keepAliveTimeout = 0; // otherwise an idle connection could be closed just as a request is being sent
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return (server.address() as AddressInfo).port;
}

export function closed(server: Server | SecureServer): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
