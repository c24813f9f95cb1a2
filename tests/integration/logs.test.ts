import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishResponses } from "../support/after-responses";
import { createSession, createUser, createWatch, factoryPassword } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as deliver from "@/app/api/cron/deliver/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as imports from "@/app/api/keywords/import/route";
import * as keywords from "@/app/api/keywords/route";
import { env } from "@/env";
import { captureConsole } from "@/server/platform/console";
import * as database from "@/server/platform/database";
import { prisma } from "@/server/platform/database";
import { disconnected } from "@/server/platform/disconnect";
import { open, route } from "@/server/http/route";
import { log } from "@/server/platform/log";
import { working } from "@/server/platform/work";
import { call } from "../support/request";
import { testSettings } from "../support/settings";

// Raw lines written by the process.
let lines: string[] = [];
const standardOutput = vi.hoisted(() => ({ write: null as null | ((line: string) => void) }));
vi.mock("pino", async (original) => {
  const { default: pino } = await original<{ default: (options: object, to: Writable) => unknown }>();
  const to = new Writable({ write: (chunk, _, done) => (standardOutput.write?.(String(chunk)), done()) });
  const made = (options: object) => pino({ ...options, level: "trace" }, to);
  return { default: Object.assign(made, pino) };
});

beforeEach(() => {
  lines = [];
  standardOutput.write = (line) => lines.push(line);
});
afterEach(() => {
  vi.restoreAllMocks();
  env().TRUSTED_PROXY_HOPS = 0;
});

const entries = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
const getId = (response: { headers: Headers }) => response.headers.get("x-request-id");

test("logs every entry of a request with the id of its response", async () => {
  const { bearer } = await createSession(await createUser());
  const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  vi.spyOn(database.pool(), "query").mockImplementation(() => Promise.reject(lost));
  const failed = await call(keywords.GET, "GET", "/api/keywords", { bearer });
  vi.restoreAllMocks();
  const refused = await call(keywords.DELETE, "DELETE", "/api/keywords");
  expect([failed.status, refused.status]).toEqual([503, 405]);
  expect(getId(failed)).toMatch(/^[0-9a-f-]{36}$/);
  expect(getId(refused)).not.toBe(getId(failed));
  const own = entries().filter(({ requestId }) => requestId === getId(failed));
  expect(own.slice(-2).map(({ msg }) => msg)).toEqual(["a request failed", "request completed"]);
  expect(own.at(-1)).toMatchObject({ method: "GET", route: "/api/keywords", status: 503 });
  // The id is only in the header, not in the error body.
  expect(Object.keys(failed.body).toSorted()).toEqual(["code", "message"]);
});

test("logs work after the response with the request id", async () => {
  const { POST } = route({
    POST: open({}, ({ after }) => after(() => Promise.reject(new Error("too late")))),
  });
  const response = await call(POST, "POST", "/api/x");
  await finishResponses();
  expect(entries().find(({ msg }) => msg === "work after a response failed")).toMatchObject({
    requestId: getId(response),
    level: 50,
  });
});

test.each([
  ["without a trusted proxy", 0, "proxy-1234-abcd", false],
  ["from our proxy", 1, "proxy-1234-abcd", true],
  ["with an email address", 1, "maya@earshot.example", false],
  ["with a quote and a space", 1, 'x"} {"level":60', false],
  ["too short", 1, "abc", false],
  ["too long", 1, "a".repeat(65), false],
])("handles an incoming request id: %s", async (_case, hops, input, isTaken) => {
  env().TRUSTED_PROXY_HOPS = hops;
  const response = await call(keywords.GET, "GET", "/api/keywords", { headers: { "x-request-id": input } });
  expect(getId(response) === input).toBe(isTaken);
});

test("logs successful and rejected requests at the default level", async () => {
  const { email } = await createUser();
  const sign = (password: string) =>
    call(login.POST, "POST", "/api/auth/login", { body: { email, password } });
  const responses = [
    await sign("Wrong-2026"),
    await sign(factoryPassword),
    await call(keywords.GET, "GET", "/api/keywords"),
  ];
  const result = entries().filter(({ msg, level }) => msg === "request completed" && level === 30);
  expect(result.map(({ route, status, requestId }) => [route, status, requestId])).toEqual([
    ["/api/auth/login", 401, getId(responses[0]!)],
    ["/api/auth/login", 200, getId(responses[1]!)],
    ["/api/keywords", 401, getId(responses[2]!)],
  ]);
});

test("logs a run with its id and counts", async () => {
  await createUser();
  const headers = { authorization: `Bearer ${testSettings.CRON_SECRET}` };
  const response = await call(deliver.GET, "GET", "/api/cron/deliver", { headers });
  const run = await prisma().run.findFirstOrThrow({ orderBy: { startedAt: "desc" } });
  expect(entries().filter(({ msg }) => msg === "a run ended")).toMatchObject([
    { run: run.id, route: "deliver", requestId: getId(response), ok: true, faults: 0, ...response.body },
  ]);
});

test("logs no keywords, names, addresses or tokens at the most verbose level", async () => {
  const canary = "tidewater-canary";
  const user = await createUser({ firstName: canary, email: `${canary}@earshot.example` });
  const { bearer } = await createSession(user);
  const watch = await createWatch(user, { keyword: canary });
  const detail = `Key (email)=(${user.email}) already exists for "${canary}"`;
  const send = async () => {
    await call(keywords.GET, "GET", `/api/keywords?q=${canary}`, { bearer });
    await call(keyword.PUT, "PUT", `/api/keywords/${watch.id}`, {
      bearer,
      params: { id: watch.id },
      body: { keyword: `${canary} 2` },
    });
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await finishResponses();
  };
  await send();
  vi.spyOn(database, "transaction").mockRejectedValue(new Error(detail));
  vi.spyOn(database.pool(), "query").mockImplementation(() => Promise.reject(new Error(detail)));
  await send();
  expect(entries().length).toBeGreaterThan(8);
  for (const line of lines) {
    expect(line).not.toContain(canary);
    expect(line).not.toContain(bearer.replace("Bearer ", ""));
    expect(line).not.toContain(watch.id);
  }
});

test("converts console output into masked entries", () => {
  const spoken = { error: (): void => undefined, warn: (): void => undefined };
  captureConsole(spoken);
  const error = Object.assign(new Error('no row for "tidewater"'), { digest: "123" });
  (spoken.error as (...said: unknown[]) => void)("⨯ \u001b[31mfailed\u001b[39m", error);
  (spoken.warn as (...said: unknown[]) => void)("mail to maya@earshot.example");
  expect(entries()).toMatchObject([
    { level: 50, digest: "123", text: "⨯ failed", error: { message: 'no row for "…"' } },
    { level: 40, text: "mail to …" },
  ]);
  expect(log()).toBe(log());
});

test("logs client disconnects at debug", async () => {
  const spoken = { error: (): void => undefined, warn: (): void => undefined };
  captureConsole(spoken);
  const say = spoken.error as (...said: unknown[]) => void;
  const failed = new Error("An error occurred in the Server Components render.");
  working({ kind: "request", signal: AbortSignal.abort() }, () => say("⨯", failed));
  say(await requestCutOff());
  say(new Error("failed to pipe response", { cause: disconnected() }));
  expect(entries().map(({ level, msg }) => [level, msg])).toEqual([
    [20, "a client disconnected"],
    [20, "a client disconnected"],
    [20, "a client disconnected"],
  ]);
  // Other connection errors are still logged as errors.
  say(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }));
  working({ kind: "request", signal: new AbortController().signal }, () => say("⨯", failed));
  expect(entries().slice(3)).toMatchObject([{ level: 50 }, { level: 50 }]);
});

/** Returns Node's error for an aborted upload. */
async function requestCutOff(): Promise<unknown> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
  const [request] = (await once(server, "request")) as [IncomingMessage];
  const cut = once(request, "error");
  client.destroy();
  const [error] = (await cut) as [unknown];
  server.close();
  return error;
}

test.each([
  ["JSON", "application/json", '{"keyword":'],
  ["a file", "text/plain", "acme\n"],
])("does not log an error for an aborted upload (%s)", async (_what, type, started) => {
  const { bearer } = await createSession(await createUser());
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(started)),
    pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
  });
  const headers = { authorization: bearer, "content-type": type };
  const init = { method: "POST", headers, body, duplex: "half" };
  const request = new Request("http://localhost:3000/api/keywords/import", init as RequestInit);
  expect((await imports.POST(request, { params: Promise.resolve({}) })).status).toBe(499);
  const written = entries().filter(
    ({ msg }) => msg !== "rate limit store unavailable; counting in this process",
  );
  expect(written.map(({ level, status }) => [level, status])).toEqual([[20, 499]]);
});
