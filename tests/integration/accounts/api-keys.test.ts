import { dropResponses } from "../../support/after-responses";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession } from "../../../prisma/factories";
import * as one from "@/app/api/keys/[id]/route";
import * as all from "@/app/api/keys/route";
import * as watches from "@/app/api/keywords/route";
import type { KeyView } from "@/contract/api-key";
import { getChannel } from "@/channels/registry";
import { readMessages } from "@/server/delivery/messages";
import { prisma } from "@/server/platform/database";
import { whoAmI } from "../../support/accounts";
import { makeKey } from "../../support/api-keys";
import { waitForTheStore } from "../../support/limiter-store";
import { call } from "../../support/request";
import { signedIn } from "../../support/signed-in";
import "../../support/parallel-connections";

Object.assign(process.env, { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "" });
// The default limit.
delete process.env.RATE_LIMIT_KEY;

beforeEach(dropResponses);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const request = (bearer: string, body: object) =>
  call<{ key: KeyView; secret: string }>(all.POST, "POST", "/api/keys", { bearer, body });
const listed = async (bearer: string) =>
  (await call<{ keys: KeyView[] }>(all.GET, "GET", "/api/keys", { bearer })).body.keys;
const revoke = (bearer: string, id: string) =>
  call(one.DELETE, "DELETE", `/api/keys/${id}`, { bearer, params: { id } });

test("shows the secret only once, stores a hash and records the last use by the minute", async () => {
  const { user, bearer } = await signedIn();
  const made = await request(bearer, { label: "  Weekly sheet ", expiresAt: "2999-01-02T03:04:05+01:00" });
  const { key, secret } = made.body;
  expect(made.status).toBe(201);
  expect(secret).toMatch(/^esk_[0-9A-Za-z]{36}$/);
  expect(key).toMatchObject({ label: "Weekly sheet", scope: "read", lastFour: secret.slice(-4) });
  expect([key.lastUsedAt, key.expiresAt]).toEqual([null, "2999-01-02T02:04:05.000Z"]);
  const stored = JSON.stringify(await prisma().apiKey.findMany({ where: { userId: user.id } }));
  expect(stored).not.toContain(secret);
  expect(stored).not.toContain(secret.slice(4, 34));

  expect((await whoAmI(`Bearer ${secret}`)).body.user).toMatchObject({ email: user.email });
  const [used] = await listed(bearer);
  expect(used).toEqual({ ...key, lastUsedAt: expect.stringMatching(/:00\.000Z$/) });
  const noted = vi.spyOn(prisma().apiKey, "updateMany");
  const other = await makeKey(bearer);
  vi.useFakeTimers({ toFake: ["Date"], now: Math.floor(Date.now() / 60_000) * 60_000 + 61_000 });
  for (let times = 0; times < 3; times += 1) await whoAmI(other.bearer);
  expect(noted).toHaveBeenCalledTimes(1);
  expect((await listed(bearer)).map(({ _id }) => _id)).toEqual([other.id, key._id]);
  noted.mockRestore();
});

test.each([
  [{ label: " " }, "Enter a label"],
  [{ label: "x".repeat(61) }, "At most 60 characters"],
  [{ scope: "admin" }, "Must be read or write"],
  [{ expiresAt: "2020-01-01T00:00:00Z" }, "Must be in the future"],
  [{ expiresAt: "tomorrow" }, "Must be an ISO 8601 timestamp"],
])("rejects a key with %j", async (draft, message) => {
  const { bearer } = await signedIn();
  const body = { label: "A program", ...draft };
  const response = await call(all.POST, "POST", "/api/keys", { bearer, body });
  expect([response.status, response.body.message]).toEqual([400, message]);
});

test("allows ten keys per account, even with concurrent requests", async () => {
  const { bearer } = await signedIn();
  const body = { label: "A program" };
  const requested = Array.from({ length: 12 }, () => call(all.POST, "POST", "/api/keys", { bearer, body }));
  const responses = await Promise.all(requested);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(10);
  const refused = responses.filter(({ status }) => status !== 201);
  expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual([
    [409, "LIMIT_REACHED"],
    [409, "LIMIT_REACHED"],
  ]);
  const [first] = await listed(bearer);
  expect((await revoke(bearer, first!._id)).status).toBe(204);
  expect((await request(bearer, body)).status).toBe(201);
});

test("a revoked key stops working; only its owner can revoke it", async () => {
  const { bearer } = await signedIn();
  const key = await makeKey(bearer);
  const anonymous = await signedIn();
  expect((await revoke(anonymous.bearer, key.id)).status).toBe(404);
  expect((await whoAmI(key.bearer)).status).toBe(200);
  expect((await revoke(bearer, key.id)).status).toBe(204);
  const response = await whoAmI(key.bearer);
  expect([response.status, response.body]).toMatchObject([401, { code: "UNAUTHORIZED" }]);
  expect((await revoke(bearer, key.id)).status).toBe(404);
});

test("rejects a mistyped key without a database query", async () => {
  const { bearer } = await signedIn();
  const key = await makeKey(bearer);
  const requested = vi.spyOn(await import("@/server/accounts/statements/sessions"), "findLiveKey");
  const swapped = key.bearer.replace(/(.)(.)$/, (_, a: string, b: string) => (a === b ? `${a}0` : b + a));
  for (const wrong of [swapped, key.bearer.slice(0, -1), `${key.bearer}A`, "Bearer esk_"]) {
    const response = await whoAmI(wrong);
    expect([wrong, response.status]).toEqual([wrong, 401]);
  }
  expect(requested).not.toHaveBeenCalled();
  requested.mockRestore();
});

test("allows 120 requests per minute and key; account limits are shared", async () => {
  waitForTheStore();
  await prisma().rateLimit.deleteMany();
  vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / 60_000) * 60_000 + 1_000 });
  const { user } = await signedIn();
  const { bearer } = await createSession(user);
  const key = await makeKey(bearer);
  const first = await whoAmI(key.bearer);
  const said = (name: string) => Number(first.headers.get(`ratelimit-${name}`));
  expect([said("limit"), said("remaining"), said("reset")]).toEqual([120, 119, 59]);
  // One at a time, because rate limiting doesn't wait long for a busy database.
  for (let times = 1; times < 120; times += 1) expect((await whoAmI(key.bearer)).status).toBe(200);
  const over = await whoAmI(key.bearer);
  expect([over.status, over.body]).toMatchObject([
    429,
    { code: "KEY_RATE_LIMIT_EXCEEDED", limit: 120, remaining: 0 },
  ]);
  expect(over.headers.get("retry-after")).toBe("59");
  expect((await whoAmI((await makeKey(bearer)).bearer)).status).toBe(200);
  expect((await whoAmI(bearer)).headers.get("ratelimit-limit")).toBeNull();
  // The count is in the database, so other processes share it.
  expect(await prisma().rateLimit.count()).toBeGreaterThan(0);
});

test("emails the owner the new key's label and scope, unless it was revoked", async () => {
  const { user, bearer } = await signedIn();
  const key = await makeKey(bearer, { label: "n8n", scope: "write" });
  const gone = await makeKey(bearer);
  await revoke(bearer, gone.id);
  const mails = await prisma().delivery.findMany({ where: { userId: user.id, template: "key-made" } });
  expect(mails).toHaveLength(2);
  const claimed = mails.map((mail) => ({ ...mail, email: user.email, emailStatus: "ok", timeZone: "UTC" }));
  const make = await readMessages(getChannel("email"), "account", claimed as never, new Date());
  const messages = claimed.map((mail) => make(mail as never));
  expect(messages).toContainEqual({ skip: "gone" });
  expect(messages).toContainEqual(
    expect.objectContaining({ about: "key", to: user.email, key: expect.objectContaining({ label: "n8n" }) }),
  );
  expect(claimed.map(({ dedupeKey }) => dedupeKey)).toContain(`key-made ${key.id}`);
});

test("allows writes only with the write scope", async () => {
  const { bearer } = await signedIn();
  const [read, write] = [await makeKey(bearer), await makeKey(bearer, { scope: "write" })];
  const body = { keyword: "halyard" };
  const refused = await call(watches.POST, "POST", "/api/keywords", { bearer: read.bearer, body });
  expect([refused.status, refused.body.code]).toEqual([403, "KEY_NOT_ALLOWED"]);
  const made = await call(watches.POST, "POST", "/api/keywords", { bearer: write.bearer, body });
  expect(made.status).toBe(201);
  const listedBy = await call(watches.GET, "GET", "/api/keywords", { bearer: read.bearer });
  expect(JSON.stringify(listedBy.body)).toContain("halyard");
});
