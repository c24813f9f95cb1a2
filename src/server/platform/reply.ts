import { jsonResponse } from "./json-response";

/** A handler's result with response headers. Without headers, handlers return the JSON body. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly headers: HeadersInit,
  ) {}
}

/** Redirects (303) to one of our paths. Relative, so it can't contain a host sent by the client. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: path, ...headers } });
}

export function responseFor(result: unknown, status: number | undefined): Response {
  if (result instanceof Response) return result;
  const { body, headers } = result instanceof Reply ? result : { body: result, headers: {} };
  if (body === undefined) return new Response(null, { status: 204, headers });
  return jsonResponse(body, { status: status ?? 200, headers });
}
