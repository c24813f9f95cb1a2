// The scope of one HTTP request, for src/server/platform/work.ts. Screens can't detect a disconnect in any other way.
import { AsyncLocalStorage } from "node:async_hooks";

const works = (globalThis.earshotWork ??= new AsyncLocalStorage());

/** Handles a request. Statements of GET and HEAD requests are canceled if the client disconnects. */
export function inRequest(request, response, page, handle) {
  const client = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) client.abort();
  });
  const isRead = request.method === "GET" || request.method === "HEAD";
  return works.run({ kind: "request", signal: isRead ? client.signal : undefined, page }, handle);
}
