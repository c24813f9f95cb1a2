import { checkDocumented, type Handler } from "./documented";
import { testSettings } from "./settings";

interface Sent {
  bearer?: string;
  cookie?: string;
  origin?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  /** Sent as JSON, except for a string, which is sent unchanged. */
  body?: unknown;
  signal?: AbortSignal;
}

export interface Responded<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** Calls a route handler as Next would, checks the response against the API document and parses it. */
export async function call<T = Record<string, unknown>>(
  handler: Handler,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Responded<T>> {
  const headers = new Headers(sent.headers);
  if (sent.bearer) headers.set("authorization", sent.bearer);
  if (sent.cookie) headers.set("cookie", sent.cookie);
  if (sent.origin) headers.set("origin", sent.origin);
  if (sent.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  const body =
    sent.body === undefined || typeof sent.body === "string" ? sent.body : JSON.stringify(sent.body);
  const request = new Request(`${testSettings.APP_URL}${path}`, {
    method,
    headers,
    body,
    signal: sent.signal,
  });
  const response = await handler(request, { params: Promise.resolve(sent.params ?? {}) });
  const text = await response.text();
  checkDocumented(handler, response, text);
  const isFile = response.headers.get("content-type")?.startsWith("text/csv");
  return {
    status: response.status,
    headers: response.headers,
    body: (text === "" ? undefined : isFile ? text : JSON.parse(text)) as T,
  };
}
