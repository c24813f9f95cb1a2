/** A request: the path below the service's prefix, the query and the body. */
export interface ParsedRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Headers;
  body: string;
}

export async function parseRequest(
  request: Request,
  path: string,
  query: URLSearchParams,
): Promise<ParsedRequest> {
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? await request.text() : "";
  return { method: request.method, path, query, headers: request.headers, body };
}

/** Thrown to cut the connection instead of responding. */
export class CutConnection extends Error {
  override name = "CutConnection";
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", ...headers },
  });
}

export function html(status: number, body: string, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { "content-type": "text/html; charset=UTF-8", ...headers } });
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { location } });
}

export function getFields(send: ParsedRequest): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(send.body));
}
