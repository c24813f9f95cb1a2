import { transportHeaders } from "@/env";
import { errorResponse } from "@/server/platform/errors";
import { log, logging } from "@/server/platform/log";
import { recordResponse } from "@/server/platform/meters";
import { limitHeaders } from "./limit-headers";
import { requestIdHeader, getRequestId } from "./request-id";

/** `route` is the path with the names of its parameters, so ids and secrets stay out of logs and metrics. */
export async function identified(
  request: Request,
  route: string,
  reply: (requestId: string) => Promise<Response>,
  headers: Record<string, string> = {},
): Promise<Response> {
  const requestId = getRequestId(request);
  const named = { ...headers, [requestIdHeader]: requestId };
  return logging({ requestId }, () => responded(request, route, () => reply(requestId), named));
}

const refusals = new Set([401, 403, 429]);

/** The only `try` around a handler. */
async function responded(
  request: Request,
  route: string,
  reply: () => Promise<Response>,
  headers: Record<string, string>,
): Promise<Response> {
  const startedAtMs = performance.now();
  const { method } = request;
  let response: Response;
  try {
    response = await reply();
  } catch (error) {
    response = errorResponse(error, `${method} ${route}`);
  }
  // A 429 already describes the exceeded limit.
  const leftHeaders = response.ok ? limitHeaders(request) : {};
  for (const [name, value] of Object.entries({ ...headers, ...leftHeaders, ...transportHeaders() })) {
    response.headers.set(name, value);
  }
  // If a browser opens it, it can't load anything or be framed.
  if (!response.headers.has("Content-Security-Policy"))
    response.headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "no-store");
  const recorded = {
    method,
    route,
    status: response.status,
    seconds: (performance.now() - startedAtMs) / 1000,
  };
  recordResponse(recorded);
  // Sign-ins, refusals and rate limits are logged at the default level.
  const isOfAccess = refusals.has(response.status) || route.startsWith("/api/auth/");
  log()[isOfAccess ? "info" : "debug"](recorded, "request completed");
  return response;
}
