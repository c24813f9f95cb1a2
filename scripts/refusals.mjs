// Responses that the server gives without asking Next: JSON like the API's errors, with the headers of every response.
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { safeHeaders } from "./safe-headers.mjs";

export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

const refusal = (status, code, message, headers = {}) => ({ status, code, message, headers });

export const badRequest = (message) => refusal(400, "VALIDATION_ERROR", message);
export const malformedRequest = badRequest("This is not a valid HTTP request");
export const notFound = refusal(404, "NOT_FOUND", "Not found");
export const notServedHere = refusal(
  404,
  "NOT_FOUND",
  "This process only runs background work. The web process serves pages and API requests.",
);
export const methodNotAllowed = refusal(405, "METHOD_NOT_ALLOWED", "Method not allowed", {
  allow: methods.join(", "),
});
export const requestTimeout = refusal(408, "REQUEST_TIMEOUT", "The request took too long to arrive");
export const payloadTooLarge = refusal(413, "PAYLOAD_TOO_LARGE", "The request is too large");
export const upgradeRequired = refusal(426, "UPGRADE_REQUIRED", "This server only supports HTTP/1.1", {
  connection: "Upgrade, close",
  upgrade: "HTTP/1.1",
});
export const headersTooLarge = refusal(431, "HEADERS_TOO_LARGE", "The request's headers are too large");
export const tooManyConnections = refusal(
  503,
  "TOO_MANY_CONNECTIONS",
  "Too many connections are open. Please try again in a few seconds.",
  { connection: "close", "retry-after": "5" },
);

/** Writes refusals; `transport` are the headers that depend on APP_URL. */
export function refusalWriter(transport) {
  const headersFor = ({ headers }) => ({
    ...safeHeaders,
    "content-type": "application/json",
    "cache-control": "no-store",
    "x-request-id": randomUUID(),
    ...transport,
    ...headers,
  });
  const bodyFor = ({ code, message }) => JSON.stringify({ code, message });
  return {
    respond(response, refused) {
      response.writeHead(refused.status, headersFor(refused));
      response.end(bodyFor(refused));
    },
    /** The whole response as text, for sockets without a response object. */
    getText(refused) {
      const body = bodyFor(refused);
      const headers = { connection: "close", ...headersFor(refused), "content-length": body.length };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      const first = `HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`;
      return `${[first, ...lines].join("\r\n")}\r\n\r\n${body}`;
    },
  };
}
