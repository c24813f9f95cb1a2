import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createUser } from "../../prisma/factories";
import * as login from "@/app/api/auth/login/route";
import * as reset from "@/app/api/auth/reset-password/route";
import { resetSucceeded } from "@/contract/auth";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { emailToken, tokenHash } from "@/server/platform/tokens";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { call } from "../support/request";
import { waitForTheStore } from "../support/limiter-store";
import "../support/parallel-connections";

let sandbox: StartedSandbox;
const password = "Listen-2026";

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false });
  Object.assign(process.env, {
    UPSTASH_REDIS_REST_URL: `${sandbox.url}/upstash`,
    RATE_LIMIT_LOGIN_FAILURES: "5/86400",
  });
});
beforeEach(() => {
  sandbox.sandbox.reset();
  waitForTheStore();
  // Fake the clock, because one-day windows end at midnight.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => sandbox.close());

interface Try {
  email: string;
  password?: string;
  cookie?: string;
}

let tries = 0;
function signIn({ email, password: input = "Wrong-2026", cookie }: Try) {
  tries += 1;
  const headers = { "x-earshot-client-address": `10.${tries >> 16}.${(tries >> 8) & 255}.${tries & 255}` };
  return call(login.POST, "POST", "/api/auth/login", { headers, cookie, body: { email, password: input } });
}

const statuses = async (responses: Promise<{ status: number }>[]) =>
  (await Promise.all(responses)).map(({ status }) => status);
const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make);
const deviceOf = (headers: Headers) =>
  headers.getSetCookie().find((one) => one.startsWith("earshot-device-"))!;
const pairOf = (cookie: string) => cookie.split(";")[0]!;

test("checks five of 1,000 attempts from many addresses, and still lets the owner in", async () => {
  const { email } = await createUser({ password });
  const first = await signIn({ email, password });
  expect(first.status).toBe(200);
  const device = deviceOf(first.headers);
  expect(device).toMatch(/; Path=\/api\/auth\/login; Max-Age=34560000; HttpOnly; SameSite=Lax$/);

  const responded: number[] = [];
  for (let round = 0; round < 100; round += 1) {
    responded.push(...(await statuses(times(10, () => signIn({ email })))));
  }
  expect(responded.filter((status) => status === 401)).toHaveLength(5);
  expect(responded.filter((status) => status === 429)).toHaveLength(995);

  // Reject even the right password from an unknown browser, so an attacker can't tell the difference.
  const elsewhere = await signIn({ email, password });
  expect([elsewhere.status, elsewhere.body]).toMatchObject([
    429,
    { code: "AUTH_RATE_LIMIT_EXCEEDED", limit: 5 },
  ]);
  for (let n = 0; n < 7; n += 1)
    expect((await signIn({ email, password, cookie: pairOf(device) })).status).toBe(200);
}, 900_000);

test("a known browser has its own counter, valid only for its account", async () => {
  const alice = await createUser({ password });
  const mallory = await createUser({ password });
  const cookie = pairOf(deviceOf((await signIn({ email: mallory.email, password })).headers));
  const renamed = cookie.replace(
    /^[^=]+/,
    pairOf(deviceOf((await signIn({ email: alice.email, password })).headers)).split("=")[0]!,
  );
  const forged = [undefined, cookie, renamed, `${renamed}x`, renamed.replace(/=.*/, "=x.y")];
  const responded: number[] = [];
  for (let n = 0; n < 10; n += 1)
    responded.push((await signIn({ email: alice.email, cookie: forged[n % forged.length] })).status);
  expect(responded).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
  const own: number[] = [];
  for (let n = 0; n < 7; n += 1) own.push((await signIn({ email: mallory.email, cookie })).status);
  expect(own).toEqual([401, 401, 401, 401, 401, 429, 429]);
  expect((await signIn({ email: mallory.email, password })).status).toBe(200);
});

test("counts unknown addresses too, and treats spellings of an address as the same", async () => {
  const responded: number[] = [];
  for (const email of ["ghost@earshot.example", " GHOST@earshot.example ", "Ghost@Earshot.Example"])
    for (let n = 0; n < 2; n += 1) responded.push((await signIn({ email })).status);
  expect(responded).toEqual([401, 401, 401, 401, 401, 429]);
});

test("the right password does not count, verified or not", async () => {
  const { email } = await createUser({ password });
  const pending = await createUser({ password, emailVerifiedAt: null });
  const good: number[] = [];
  for (let n = 0; n < 8; n += 1) good.push((await signIn({ email, password })).status);
  expect(good).toEqual(times(8, () => 200));
  const refused: number[] = [];
  for (let n = 0; n < 8; n += 1) refused.push((await signIn({ email: pending.email, password })).status);
  expect(refused).toEqual(times(8, () => 403));
});

test("a new password forgets known browsers except the one that set it", async () => {
  const user = await createUser({ password });
  const stolen = pairOf(deviceOf((await signIn({ email: user.email, password })).headers));
  const id = newId();
  const expiresAt = new Date(Date.now() + 3_600_000);
  const token = { id, userId: user.id, kind: "reset" as const, tokenHash: tokenHash(emailToken(id)) };
  await prisma().emailToken.create({ data: { ...token, email: user.email, expiresAt } });
  const body = { token: emailToken(id), password: "Heard-it-2027" };
  const chosen = await call(reset.POST, "POST", "/api/auth/reset-password", { body });
  expect(chosen.body).toEqual({ message: resetSucceeded });
  const fresh = pairOf(deviceOf(chosen.headers));

  // Without its own counter the stolen cookie shares the counter of unknown browsers.
  const responded: number[] = [];
  for (let n = 0; n < 10; n += 1)
    responded.push((await signIn({ email: user.email, cookie: n < 5 ? undefined : stolen })).status);
  expect(responded).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429, 429]);
  const owner = await signIn({ email: user.email, password: "Heard-it-2027", cookie: fresh });
  expect(owner.status).toBe(200);
});
