import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readMailEvent, sendBatch, type SendOutcome } from "@/channels/email/resend";
import { testSettings } from "../../../support/settings";

let server: Server;
let next: { status: number; body: string; headers?: Record<string, string> };

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(next.status, next.headers).end(next.body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unset = { RESEND_WEBHOOK_SECRET: "" };
  Object.assign(process.env, testSettings, unset, {
    DATABASE_URL: "postgresql://u@127.0.0.1:9/x",
    RESEND_BASE_URL: url,
  });
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const message = (to: string) => ({
  from: "a@example.com",
  to,
  subject: "s",
  html: "h",
  text: "t",
  headers: {},
});
const error = (statusCode: number, name: string) => JSON.stringify({ statusCode, name, message: "m" });

describe("sendBatch", () => {
  it.each<[string, number, string, Record<string, string> | undefined, SendOutcome]>([
    [
      "accepted",
      200,
      `{"data":[{"id":"1"},{"id":"2"}]}`,
      undefined,
      { kind: "accepted", results: [{ id: "1" }, { id: "2" }] },
    ],
    [
      "the first rejected, with its position",
      200,
      `{"data":[{"id":"2"}],"errors":[{"index":0,"message":"Invalid \`to\` field."}]}`,
      undefined,
      { kind: "accepted", results: [{ refused: "address" }, { id: "2" }] },
    ],
    [
      "the second rejected for its content",
      200,
      `{"data":[{"id":"1"}],"errors":[{"index":1,"message":"The subject is too long."}]}`,
      undefined,
      { kind: "accepted", results: [{ id: "1" }, { refused: "content" }] },
    ],
    [
      "accepted in an unknown format",
      200,
      `{"ok":true}`,
      undefined,
      { kind: "unclear", reason: "malformed" },
    ],
    ["200 without JSON", 200, "<html>", undefined, { kind: "unclear", reason: "no answer" }],
    [
      "rate limited, with a wait time",
      429,
      error(429, "rate_limit_exceeded"),
      { "retry-after": "3" },
      { kind: "limited", waitMs: 3000 },
    ],
    [
      "rate limited, with a reset time",
      429,
      error(429, "rate_limit_exceeded"),
      { "ratelimit-reset": "1" },
      { kind: "limited", waitMs: 1000 },
    ],
    [
      "rate limited, without a time",
      429,
      error(429, "rate_limit_exceeded"),
      undefined,
      { kind: "limited", waitMs: null },
    ],
    [
      "the daily quota",
      429,
      error(429, "daily_quota_exceeded"),
      undefined,
      { kind: "quota", reason: "429 daily_quota_exceeded" },
    ],
    [
      "the same request is still running",
      409,
      error(409, "concurrent_idempotent_requests"),
      undefined,
      { kind: "busy", reason: "409 concurrent_idempotent_requests" },
    ],
    [
      "a key used for other content",
      409,
      error(409, "invalid_idempotent_request"),
      undefined,
      { kind: "conflict", reason: "409 invalid_idempotent_request" },
    ],
    [
      "refused",
      422,
      error(422, "validation_error"),
      undefined,
      { kind: "refused", reason: "422 validation_error" },
    ],
    [
      "a wrong key",
      401,
      error(401, "invalid_api_key"),
      undefined,
      { kind: "misconfigured", reason: "401 invalid_api_key" },
    ],
    [
      "an unverified domain",
      403,
      error(403, "validation_error"),
      undefined,
      { kind: "misconfigured", reason: "403 validation_error" },
    ],
    [
      "a gateway's HTML",
      502,
      "<html>Bad gateway</html>",
      undefined,
      { kind: "unclear", reason: "502 application_error" },
    ],
    ["an error in an unknown format", 500, "[]", undefined, { kind: "unclear", reason: "no answer" }],
  ])("%s", async (_name, status, body, headers, expected) => {
    next = { status, body, headers };
    expect(await sendBatch([message("a@example.com"), message("b@example.com")], "key")).toEqual(expected);
  });
});

describe("readMailEvent", () => {
  it("returns null without a webhook secret", () => {
    const headers = new Headers({ "svix-id": "1", "svix-timestamp": "1", "svix-signature": "v1,x" });
    expect(readMailEvent(headers, "{}")).toBeNull();
  });
});
