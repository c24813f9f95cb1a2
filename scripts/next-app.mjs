// The whole app, which Next serves.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { missingBuild } from "./processes.mjs";

/** @param {{ dev: boolean, host: string, port: number }} how */
export async function startNextApp({ dev, host, port }) {
  process.env.NEXT_TELEMETRY_DISABLED ??= "1";
  if (!dev && !existsSync(new URL("../.next/BUILD_ID", import.meta.url))) missingBuild();
  const { default: next } = await import("next");
  // Next adds an upgrade listener to this server that leaves most connections open. The server never listens.
  const httpServer = createServer();
  const dir = fileURLToPath(new URL("..", import.meta.url));
  const app = next({ dev, dir, hostname: host, port, httpServer });
  await app.prepare();
  return {
    handle: app.getRequestHandler(),
    /** In development, the browser reloads over Next's WebSocket. */
    onUpgrade: (request, socket, head) =>
      dev && /^\/_next\/hmr(?:\?|$)/.test(request.url) && httpServer.emit("upgrade", request, socket, head),
    close: () => app.close(),
  };
}
