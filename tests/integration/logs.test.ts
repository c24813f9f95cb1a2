import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishAnswers } from "../support/after-answers";
import { createSession, createUser, createWatch, factoryPassword } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as forgot from "@/app/api/auth/forgot-password/route";
import * as deliver from "@/app/api/cron/deliver/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as keywords from "@/app/api/keywords/route";
import { env } from "@/env";
import { captureConsole } from "@/server/platform/console";
import * as database from "@/server/platform/database";
import { prisma } from "@/server/platform/database";
import { open, route } from "@/server/http/route";
import { log } from "@/server/platform/log";
import { call } from "../support/call";
import { testSettings } from "../support/settings";

// The lines themselves, as they leave the process.
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
const idOf = (answer: { headers: Headers }) => answer.headers.get("x-request-id");

test("every answer has an id, and each entry of its request the same", async () => {
  const { bearer } = await createSession(await createUser());
  const lost = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  vi.spyOn(database.pool(), "query").mockImplementation(() => Promise.reject(lost));
  const failed = await call(keywords.GET, "GET", "/api/keywords", { bearer });
  vi.restoreAllMocks();
  const refused = await call(keywords.DELETE, "DELETE", "/api/keywords");
  expect([failed.status, refused.status]).toEqual([503, 405]);
  expect(idOf(failed)).toMatch(/^[0-9a-f-]{36}$/);
  expect(idOf(refused)).not.toBe(idOf(failed));
  const own = entries().filter(({ requestId }) => requestId === idOf(failed));
  expect(own.slice(-2).map(({ msg }) => msg)).toEqual(["a request failed", "answered"]);
  expect(own.at(-1)).toMatchObject({ method: "GET", route: "/api/keywords", status: 503 });
  // The contract's shape: the id stands in the header alone.
  expect(Object.keys(failed.body).toSorted()).toEqual(["code", "message"]);
});

test("work after an answer is logged under the id of its request", async () => {
  const { POST } = route({
    POST: open({}, ({ after }) => after(() => Promise.reject(new Error("too late")))),
  });
  const answer = await call(POST, "POST", "/api/x");
  await finishAnswers();
  expect(entries().find(({ msg }) => msg === "work after a response failed")).toMatchObject({
    requestId: idOf(answer),
    level: 50,
  });
});

test.each([
  ["no proxy of ours in front", 0, "proxy-1234-abcd", false],
  ["our proxy's", 1, "proxy-1234-abcd", true],
  ["an address", 1, "maya@earshot.example", false],
  ["one that breaks lines", 1, 'x"} {"level":60', false],
  ["a short one", 1, "abc", false],
  ["a long one", 1, "a".repeat(65), false],
])("an id that is sent along, %s", async (_case, hops, given, isTaken) => {
  env().TRUSTED_PROXY_HOPS = hops;
  const answer = await call(keywords.GET, "GET", "/api/keywords", { headers: { "x-request-id": given } });
  expect(idOf(answer) === given).toBe(isTaken);
});

test("who was let in, who was not and who asked too often is logged at the usual level", async () => {
  const { email } = await createUser();
  const sign = (password: string) =>
    call(login.POST, "POST", "/api/auth/login", { body: { email, password } });
  const answers = [
    await sign("Wrong-2026"),
    await sign(factoryPassword),
    await call(keywords.GET, "GET", "/api/keywords"),
  ];
  const told = entries().filter(({ msg, level }) => msg === "answered" && level === 30);
  expect(told.map(({ route, status, requestId }) => [route, status, requestId])).toEqual([
    ["/api/auth/login", 401, idOf(answers[0]!)],
    ["/api/auth/login", 200, idOf(answers[1]!)],
    ["/api/keywords", 401, idOf(answers[2]!)],
  ]);
});

test("a run leaves an entry with its id and its counts", async () => {
  await createUser();
  const headers = { authorization: `Bearer ${testSettings.CRON_SECRET}` };
  const answer = await call(deliver.GET, "GET", "/api/cron/deliver", { headers });
  const run = await prisma().run.findFirstOrThrow({ orderBy: { startedAt: "desc" } });
  expect(entries().filter(({ msg }) => msg === "a run ended")).toMatchObject([
    { run: run.id, route: "deliver", requestId: idOf(answer), ok: true, faults: 0, ...answer.body },
  ]);
});

test("neither a keyword, a name, an address nor a token is logged, at the most verbose level", async () => {
  const canary = "tidewater-canary";
  const user = await createUser({ firstName: canary, email: `${canary}@earshot.example` });
  const { bearer } = await createSession(user);
  const watch = await createWatch(user, { keyword: canary });
  const detail = `Key (email)=(${user.email}) already exists for "${canary}"`;
  const ask = async () => {
    await call(keywords.GET, "GET", `/api/keywords?q=${canary}`, { bearer });
    await call(keyword.PUT, "PUT", `/api/keywords/${watch.id}`, {
      bearer,
      params: { id: watch.id },
      body: { keyword: `${canary} 2` },
    });
    await call(forgot.POST, "POST", "/api/auth/forgot-password", { body: { email: user.email } });
    await finishAnswers();
  };
  await ask();
  vi.spyOn(database, "transaction").mockRejectedValue(new Error(detail));
  vi.spyOn(database.pool(), "query").mockImplementation(() => Promise.reject(new Error(detail)));
  await ask();
  expect(entries().length).toBeGreaterThan(8);
  for (const line of lines) {
    expect(line).not.toContain(canary);
    expect(line).not.toContain(bearer.replace("Bearer ", ""));
    expect(line).not.toContain(watch.id);
  }
});

test("what is said on the console becomes an entry, masked", () => {
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
