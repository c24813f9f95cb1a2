// Limits connections: timeouts for slow requests and for clients that stop reading, the number of open connections, and
// the number of pipelined requests.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import * as refusals from "./refusals.mjs";

export const connectionTimeouts = {
  headersMs: 15_000,
  requestMs: 60_000,
  /** Keyword imports: the file can be large and the connection slow. */
  importMs: 120_000,
  /** The client has stopped reading its response. */
  stalledMs: 60_000,
  /** Longer than proxies keep an unused connection; otherwise one could send a request just as we close it. */
  keepAliveMs: 75_000,
  /** Interval of Node's check for late requests. */
  checkMs: 1_000,
};

/** Connections beyond the maximum that still get a 503. Further ones are closed right away. */
const refusedConnections = 100;
/** Reserved for the database, files and surplus connections. */
const reservedFiles = 300;
/** One for the connection and one for an outgoing request of its handler. */
const filesPerConnection = 2;
/** Unanswered requests on one connection. Browsers and proxies send one at a time. */
const maxPipelined = 8;

/** The process's limit for open files; Infinity if it is unknown or unlimited. */
function openFileLimit() {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? Infinity : Number(soft);
  } catch {
    return Infinity;
  }
}

/** The configured maximum, or less if the limit for open files is too low for it. */
export function possibleConnections(wanted, openFiles = openFileLimit()) {
  const possible = Math.floor((openFiles - reservedFiles) / filesPerConnection);
  return Math.max(10, Math.min(wanted, possible));
}

const isImport = ({ method, url }) => method === "POST" && /^\/api\/keywords\/import(?:\?|$)/.test(url);

function refusalFor(error) {
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return refusals.requestTimeout;
  if (error.code === "HPE_HEADER_OVERFLOW") return refusals.headersTooLarge;
  if (error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return refusals.payloadTooLarge;
  return refusals.malformedRequest;
}

/**
 * Creates a server with these limits. `writer` writes refusals. An upgrade request gets a 426 unless
 * `onUpgrade` handles it and returns true.
 * @param {{ maxConnections: number, writer: ReturnType<typeof refusals.refusalWriter>, timeouts?: typeof connectionTimeouts,
 *   onUpgrade?: (request: import("node:http").IncomingMessage, socket: import("node:net").Socket, head: Buffer) => boolean }} options
 * @param {import("node:http").RequestListener} handle
 */
export function createLimitedServer(
  { maxConnections, writer, timeouts = connectionTimeouts, onUpgrade = () => false },
  handle,
) {
  /** Per connection, oldest first: its unfinished responses and the request that arrived last. */
  const connections = new Map();
  const excess = new WeakSet();
  const isFull = () => connections.size > maxConnections;

  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      requestTimeout: timeouts.requestMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      connectionsCheckingInterval: timeouts.checkMs,
      // readRequestLine checks it.
      requireHostHeader: false,
    },
    (request, response) => {
      const { socket } = request;
      const connection = connections.get(socket) ?? { responses: new Set() };
      const { responses } = connection;
      connection.request = request;
      responses.add(response);
      response.once("close", () => responses.delete(response));
      if (responses.size > maxPipelined || (excess.has(socket) && isFull()))
        return writer.respond(response, refusals.tooManyConnections);
      excess.delete(socket);
      handle(request, response);
    },
  );
  // Unlimited: readRequestLine must see every Host header.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections + refusedConnections;
  server.timeout = timeouts.stalledMs;

  server.on("connection", (socket) => {
    connections.set(socket, { responses: new Set() });
    socket.once("close", () => connections.delete(socket));
    if (isFull()) closeOldestIdle(socket);
    if (isFull()) excess.add(socket);
  });

  /** A connection without a request in progress, even one with half a request, gives way to a new one. */
  function closeOldestIdle(newest) {
    for (const [socket, { responses }] of connections) {
      if (responses.size > 0 || excess.has(socket) || socket === newest) continue;
      connections.delete(socket);
      return socket.destroy();
    }
  }

  /** Ends a connection with a refusal, or without one in the middle of another response. */
  function refuse(socket, refused) {
    socket.on("error", () => socket.destroy());
    const responses = [...(connections.get(socket)?.responses ?? [])];
    const isMidway = responses.some(({ headersSent }) => headersSent) || socket.writableLength > 0;
    if (!socket.writable || isMidway) return socket.destroy();
    socket.setTimeout(timeouts.headersMs, () => socket.destroy());
    socket.write(writer.getText(refused));
    socket.destroySoon();
  }

  server.on("clientError", (error, socket) => {
    const { request } = connections.get(socket) ?? {};
    const hasTimedOut = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    if (!hasTimedOut || request === undefined || request.complete || !isImport(request))
      return refuse(socket, refusalFor(error));
    // Node reports each request once.
    const left = timeouts.importMs - timeouts.requestMs;
    const timer = setTimeout(() => request.complete || refuse(socket, refusals.requestTimeout), left);
    request.once("close", () => clearTimeout(timer));
  });
  server.on("connect", (_request, socket) => refuse(socket, refusals.methodNotAllowed));
  server.on("upgrade", (request, socket, head) => {
    if (!onUpgrade(request, socket, head)) refuse(socket, refusals.upgradeRequired);
  });
  // Also fires for an unused connection after keepAliveTimeout. Slow handlers keep their connection.
  server.on("timeout", (socket) => {
    const isWaitingForHandler = (connections.get(socket)?.responses.size ?? 0) > 0;
    if (!isWaitingForHandler || socket.writableLength > 0) socket.destroy();
  });
  return server;
}
