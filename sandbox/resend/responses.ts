/** Resend's error response. It repeats the status; clients decide by the name. */
export function refusal(
  statusCode: number,
  name: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return json({ statusCode, message, name }, statusCode, headers);
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
  });
}
