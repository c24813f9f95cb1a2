import { expect, test, vi } from "vitest";
import { createSession, createUser } from "../../prisma/factories";
import * as anything from "@/app/api/[[...path]]/route";
import * as keywords from "@/app/api/keywords/route";
import * as login from "@/app/api/auth/login/route";
import { AppError } from "@/server/platform/errors";
import { cron, open, route, webhook } from "@/server/http/route";
import { call } from "../support/request";
import { testSettings } from "../support/settings";

const loginBody = { email: "nobody@earshot.example", password: "Listen-2026" };

test("responds 405 with Allow to an unsupported method", async () => {
  const response = await call(keywords.DELETE, "DELETE", "/api/keywords");
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe("GET, HEAD, POST");
  expect(response.body).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  expect((await call(keywords.OPTIONS, "OPTIONS", "/api/keywords")).status).toBe(405);
});

test.each(["GET", "POST", "PUT", "PATCH", "DELETE"] as const)(
  "responds 404 JSON to %s of an unknown path",
  async (method) => {
    const response = await call(anything[method], method, "/api/no/such/call");
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ code: "NOT_FOUND", message: "Not found" });
    expect(response.headers.get("cache-control")).toBe("no-store");
  },
);

test.each<[string, number, string, { body?: unknown; headers?: Record<string, string> }]>([
  ["malformed JSON", 400, "MALFORMED_JSON", { body: '{"email":' }],
  ["10,000 open brackets", 400, "MALFORMED_JSON", { body: "[".repeat(10_000) }],
  ["10,000 nested lists", 400, "MALFORMED_JSON", { body: "[".repeat(10_000) + "]".repeat(10_000) }],
  ["a list", 400, "VALIDATION_ERROR", { body: [] }],
  ["text/plain", 415, "UNSUPPORTED_MEDIA_TYPE", { body: "{}", headers: { "content-type": "text/plain" } }],
  [
    "a form",
    415,
    "UNSUPPORTED_MEDIA_TYPE",
    { body: "a=b", headers: { "content-type": "application/x-www-form-urlencoded" } },
  ],
  ["more than 64 KiB", 413, "PAYLOAD_TOO_LARGE", { body: { ...loginBody, more: "x".repeat(65_536) } }],
  [
    "an announced length",
    413,
    "PAYLOAD_TOO_LARGE",
    { body: "{}", headers: { "content-length": "99999999" } },
  ],
  ["a NUL", 400, "VALIDATION_ERROR", { body: { ...loginBody, password: "a\0b" } }],
  ["a lone surrogate", 400, "VALIDATION_ERROR", { body: { ...loginBody, password: "a\ud800b" } }],
  ["a NUL in an unknown field", 400, "VALIDATION_ERROR", { body: { ...loginBody, "x\0": 1 } }],
  ["no body", 400, "VALIDATION_ERROR", {}],
  [
    "an empty body of another type",
    400,
    "VALIDATION_ERROR",
    { body: "", headers: { "content-type": "text/plain" } },
  ],
  [
    "__proto__",
    401,
    "INVALID_CREDENTIALS",
    { body: `{"__proto__":{"email":"x"},"email":"a@b.example","password":"x"}` },
  ],
])("responds to %s with %i %s", async (_name, status, code, sent) => {
  const response = await call(login.POST, "POST", "/api/auth/login", sent);
  expect([response.status, response.body.code]).toEqual([status, code]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});

test("aborts an endless body", async () => {
  let pulled = 0;
  const body = new ReadableStream({
    pull: (controller) => {
      pulled += 1;
      controller.enqueue(new Uint8Array(16 * 1024));
    },
  });
  const request = new Request("http://localhost:3000/api/auth/login", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
    duplex: "half",
  } as RequestInit);
  expect((await login.POST(request)).status).toBe(413);
  expect(pulled).toBeLessThan(10);
});

test("returns the specified texts for field errors", async () => {
  const response = await call(login.POST, "POST", "/api/auth/login", {
    body: { email: "nobody", password: "  " },
  });
  expect(response.body).toEqual({
    code: "VALIDATION_ERROR",
    message: "Please enter a valid email",
    errors: { email: ["Please enter a valid email"], password: ["Password is required"] },
  });
});

const secret = testSettings.CRON_SECRET;
test.each<[string, string | undefined, number]>([
  ["the secret", `Bearer ${secret}`, 200],
  ["nothing", undefined, 401],
  ["the secret without Bearer", secret, 401],
  ["a wrong secret", "Bearer wrong-wrong-wrong-wrong", 401],
  ["a prefix", `Bearer ${secret.slice(0, -1)}`, 401],
  ["the secret with an extra character", `Bearer ${secret}x`, 401],
  ["an empty secret", "Bearer ", 401],
  ["the word undefined", "Bearer undefined", 401],
])("cron with %s", async (_name, authorization, status) => {
  const run = vi.fn(() => ({ items: 0 }));
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
  const response = await call(route({ GET: cron({}, run) }).GET, "GET", "/api/cron/poll", { headers });
  expect(response.status).toBe(status);
  expect(run).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
});

test("cron rejects all requests if no secret is configured", async () => {
  const run = vi.fn(() => ({ items: 0 }));
  for (const configured of [undefined, ""]) {
    const { GET } = route({ GET: cron({}, run, () => configured) });
    for (const authorization of [undefined, "Bearer ", "Bearer", "Bearer undefined", `Bearer ${secret}`]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      expect((await call(GET, "GET", "/api/cron/poll", { headers })).status).toBe(401);
    }
  }
  expect(run).not.toHaveBeenCalled();
});

test("cron rejects a user's token", async () => {
  const { bearer } = await createSession(await createUser());
  const response = await call(route({ GET: cron({}, () => ({})) }).GET, "GET", "/api/cron/poll", { bearer });
  expect(response.status).toBe(401);
});

test("a webhook gets its bytes unchanged, up to 1 MiB", async () => {
  const handler = route({ POST: webhook({}, ({ bytes }) => ({ size: bytes.byteLength })) }).POST;
  const size = 1024 * 1024;
  expect((await call(handler, "POST", "/api/webhooks/x", { body: "x".repeat(size) })).body).toEqual({ size });
  expect((await call(handler, "POST", "/api/webhooks/x", { body: "x".repeat(size + 1) })).status).toBe(413);
});

test("responds 500 without details to unexpected errors and 503 to database outages", async () => {
  const failing = (error: unknown) => route({ GET: open({}, () => Promise.reject(error as Error)) }).GET;
  const lost = Object.assign(new Error("secret detail"), { code: "ECONNREFUSED" });
  const cases: [unknown, number, string][] = [
    [new Error("secret detail"), 500, "INTERNAL_ERROR"],
    [lost, 503, "UPSTREAM_UNAVAILABLE"],
    [new Error("outer", { cause: lost }), 503, "UPSTREAM_UNAVAILABLE"],
    [new AggregateError([lost]), 503, "UPSTREAM_UNAVAILABLE"],
    [new Error("Connection terminated unexpectedly"), 503, "UPSTREAM_UNAVAILABLE"],
    [new AppError("NO_SUBSCRIPTION"), 409, "NO_SUBSCRIPTION"],
  ];
  for (const [error, status, code] of cases) {
    const response = await call(failing(error), "GET", "/api/x");
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(JSON.stringify(response.body)).not.toContain("secret detail");
  }
});
