import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/env";
import { clientAddress } from "@/server/http/client-address";
import { identified } from "@/server/http/identified";
import { requireSecret } from "@/server/http/required-secret";
import { runDeliver, runListen, runPoll, runRetention } from "@/server/operation/cron";
import { healthResponse, readinessResponse } from "@/server/operation/health";
import { scrapeMetrics } from "@/server/operation/metrics";
import { start } from "@/server/operation/start";
import { AppError } from "@/server/platform/errors";
import { enforce } from "@/server/platform/limits";
import { responseFor } from "@/server/platform/reply";

type Endpoint = (request: Request) => Promise<Response>;

const open =
  (respond: () => unknown): Endpoint =>
  async (request) => {
    await enforce([{ counter: "ddos", key: clientAddress(request) }], new Date());
    return responseFor(await respond(), 200);
  };

const secured =
  (getSecret: () => string | undefined, respond: () => unknown): Endpoint =>
  async (request) => {
    requireSecret(request, getSecret());
    return responseFor(await respond(), 200);
  };

const cron = (run: () => Promise<unknown>) => secured(() => env().CRON_SECRET, run);

/** The endpoints of a process that runs background work, without Next. All are GET. */
const endpoints = new Map<string, Endpoint>([
  ["/api/health", open(healthResponse)],
  ["/api/health/live", open(() => ({ status: "ok", checks: {} }))],
  ["/api/health/ready", open(readinessResponse)],
  ["/api/metrics", secured(() => env().METRICS_TOKEN, scrapeMetrics)],
  ["/api/cron/poll", cron(runPoll)],
  ["/api/cron/listen", cron(runListen)],
  ["/api/cron/deliver", cron(runDeliver)],
  ["/api/cron/retention", cron(runRetention)],
]);

const allowed = { Allow: "GET, HEAD" };

function respond(request: Request, { pathname }: URL): Promise<Response> {
  const endpoint = endpoints.get(pathname);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const handleRequest = async () => {
    if (endpoint === undefined) throw new AppError("NOT_FOUND");
    if (!isRead) throw new AppError("METHOD_NOT_ALLOWED");
    return endpoint(request);
  };
  const route = endpoint === undefined ? "other" : pathname;
  return identified(request, route, handleRequest, endpoint === undefined || isRead ? {} : allowed);
}

export async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const url = new URL(incoming.url ?? "/", "http://worker");
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)] as const);
  const request = new Request(url, {
    method: incoming.method ?? "GET",
    headers: new Headers([...headers] as [string, string][]),
  });
  const response = await respond(request, url);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(incoming.method === "HEAD" ? undefined : Buffer.from(await response.arrayBuffer()));
}

export { start };
