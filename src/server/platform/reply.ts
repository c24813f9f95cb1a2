import { jsonResponse } from "./json-response";

/** A service's answer with headers of its own; everything else a handler returns is the JSON body itself. */
export class Reply {
  constructor(
    readonly body: unknown,
    readonly headers: HeadersInit,
  ) {}
}

/** 303 to a path of ours; relative, so that no host a client sent gets into it. */
export function seeOther(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { Location: path, ...headers } });
}

/** The answer of what a handler returned: 204 for nothing, JSON else. */
export function answerOf(result: unknown, status: number | undefined): Response {
  if (result instanceof Response) return result;
  const { body, headers } = result instanceof Reply ? result : { body: result, headers: {} };
  if (body === undefined) return new Response(null, { status: 204, headers });
  return jsonResponse(body, { status: status ?? 200, headers });
}
