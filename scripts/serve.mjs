// Serves the built app behind a small server, which determines client addresses and lets running requests
// finish after a SIGTERM. `--dev` serves the sources instead of the build. `--web` serves pages and the API
// without the scheduler. `--work` runs the scheduler and only serves its endpoints and health checks.
import { setTimeout as sleep } from "node:timers/promises";
import { createLimitedServer, possibleConnections } from "./connections.mjs";
import { forwardedHeaders, noticeUntrustedProxy } from "./forwarded.mjs";
import { cachedPage } from "./cached-pages.mjs";
import { startNextApp } from "./next-app.mjs";
import { notServedHere, refusalWriter } from "./refusals.mjs";
import { readRequestLine } from "./request-line.mjs";
import { requestQueue } from "./request-queue.mjs";
import { inRequest } from "./request-work.mjs";
import { readSettingsFile } from "./settings-file.mjs";
import { startWorkApp } from "./work-app.mjs";

/** Grace period for running requests after a SIGTERM. The process must exit within 10 s. */
const graceMs = 8_000;
const dev = process.argv.includes("--dev");
const [web, work] = ["--web", "--work"].map((role) => process.argv.includes(role));
/** "web", "work", or "" for both in one process. */
const part = web === work ? "" : web ? "web" : "work";
const workPaths = /^\/api\/(?:cron|health|metrics)(?:[/?]|$)/;
const settings = readSettingsFile();
const host = settings.HOST ?? "127.0.0.1";
const port = Number(settings.PORT ?? 3000);
const hops = Number(settings.TRUSTED_PROXY_HOPS ?? 0);
const protocol = (settings.APP_URL ?? "").startsWith("https:") ? "https" : "http";
const transport =
  protocol === "https" ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {};

process.env.NODE_ENV = dev ? "development" : "production";
// Takes precedence over .env.
if (part) process.env.SCHEDULER = part === "work" ? "on" : "off";

const app = part === "work" ? await startWorkApp({ dev, settings }) : await startNextApp({ dev, host, port });

const wanted = Number(settings.MAX_CONNECTIONS ?? 10_000);
const maxConnections = possibleConnections(wanted);
if (maxConnections < wanted)
  console.warn(
    `MAX_CONNECTIONS is ${wanted}, but this process can't open that many files (ulimit -n), so it accepts ${maxConnections} connections.`,
  );
const writer = refusalWriter(transport);
const inTurn = requestQueue();

const server = createLimitedServer(
  { maxConnections, writer, onUpgrade: app.onUpgrade },
  (request, response) => {
    const { path, host: named, refusal } = readRequestLine(request);
    const isElsewhere = part === "work" && path !== null && !workPaths.test(path);
    if (refusal !== null || isElsewhere) return writer.respond(response, refusal ?? notServedHere);
    request.url = path;
    if (named !== null) request.headers.host = named;
    noticeUntrustedProxy(request.headers, { hops, protocol });
    request.headers = forwardedHeaders(request.headers, request.socket.remoteAddress ?? "", {
      hops,
      protocol,
    });
    const page = dev ? undefined : cachedPage(request, response);
    inTurn(path, response, () => {
      inRequest(request, response, page, () => app.handle(request, response)).catch((error) => {
        console.error(error);
        if (!response.headersSent) response.writeHead(500);
        response.end();
      });
    });
  },
);

/** Stops accepting connections, waits for running requests, then exits. */
function stop() {
  // Close connections as soon as their request is answered, even with keep-alive.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  // Exit even if something else keeps the process alive.
  setTimeout(() => process.exit(0), graceMs + 1_500).unref();
  server.close(async () => {
    clearInterval(idle);
    clearTimeout(force);
    // Runs of the scheduler end soon after the signal. See src/server/platform/run.ts.
    await Promise.race([Promise.allSettled(globalThis.earshotStop?.active ?? []), sleep(graceMs)]);
    await app.close();
    // Export pending traces if there is a collector.
    await Promise.race([globalThis.earshotBeforeExit?.(), sleep(1_000)]);
    process.exit(0);
  });
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);

server.once("error", (error) => {
  console.error(
    error.code === "EADDRINUSE" ? `Port ${port} is in use. Set PORT to another one.` : error.message,
  );
  process.exit(1);
});
/** Next reads its settings on the first request, so the app is ready once it has responded to one. */
async function announce() {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const base = `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
  const reply = await fetch(`${base}/api/health/live`);
  if (!reply.ok) throw new Error(`/api/health/live returned ${reply.status}.`);
  const role = { web: ", the web alone", work: ", the work alone" }[part] ?? "";
  console.log(`Earshot listens on ${base}${role}`);
  process.send?.({ ready: true, port });
}

server.listen(port, host, () => {
  announce().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
});
