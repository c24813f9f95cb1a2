import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import * as logout from "@/app/api/auth/logout/route";
import * as key from "@/app/api/push/key/route";
import * as subscriptions from "@/app/api/push/subscriptions/route";
import * as device from "@/app/api/users/sessions/[id]/route";
import { getPlan } from "@/domain/plans/plans";
import { env } from "@/env";
import { endAccesses } from "@/server/accounts/accesses";
import { pool, prisma, sql } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { retain } from "@/server/operation/retention";
import { insertNotifications } from "@/server/recording/statements/notifications";
import { lockUser } from "@/server/accounts/statements/accounts";
import { hasProSql } from "@/server/platform/plan-sql";
import { inTransaction } from "@/server/platform/work";
import { getBrowsers, createBrowser } from "../support/browsers";
import { createDestination } from "../support/given-destinations";
import { call } from "../support/request";
import { later, now, pushStage } from "../support/push-stage";
import { signedIn } from "../support/signed-in";
import { waitForBlockedQuery } from "../support/blocked-query";
import { otherTransaction } from "../support/other-transaction";
import "../support/parallel-connections";

const stage = pushStage();
const path = "/push/subscriptions";
const statuses = ["active", "past_due", "canceled", "unpaid", "incomplete", "incomplete_expired", "none"];
type Send = Awaited<ReturnType<typeof signedIn>>["request"];

const draft = (overrides: object = {}) => ({ ...stage.sandbox.push.subscribe(null), ...overrides });
const subscribe = (request: Send, body: unknown = draft()) =>
  request<{ subscription?: { endpoint: string }; code?: string; errors?: object }>(
    subscriptions,
    "POST",
    path,
    {
      body,
    },
  );
const retained = getBrowsers;

describe("GET /api/push/key", () => {
  it("returns the key for browser subscriptions", async () => {
    const { request } = await signedIn();
    expect((await request(key, "GET", "/push/key")).body).toEqual({ key: stage.publicKey });
  });
});

describe("POST /api/push/subscriptions", () => {
  it("stores a browser once", async () => {
    const { user, request } = await signedIn("pro");
    const body = draft();
    const response = await subscribe(request, body);
    expect(response.status).toBe(200);
    expect(response.body.subscription?.endpoint).toBe(body.endpoint);
    await subscribe(request, body);
    expect(await retained(user.id)).toMatchObject([
      { endpoint: body.endpoint, ...body.keys, failedAt: null },
    ]);
  });

  it("requires Pro", async () => {
    const { user, request } = await signedIn("free");
    expect(await subscribe(request)).toMatchObject({ status: 403, body: { code: "PRO_REQUIRED" } });
    expect(await retained(user.id)).toEqual([]);
  });

  it("takes over a browser from another account", async () => {
    const [before, after] = await Promise.all([signedIn("pro"), signedIn("pro")]);
    const body = draft();
    await subscribe(before.request, body);
    await subscribe(after.request, body);
    expect(await retained(before.user.id)).toEqual([]);
    expect(await retained(after.user.id)).toHaveLength(1);
  });

  it("keeps the latest ten, even with concurrent requests", async () => {
    const { user, request } = await signedIn("pro");
    await Promise.all(Array.from({ length: 12 }, () => subscribe(request)));
    const last = draft();
    await subscribe(request, last);
    const endpoints = (await retained(user.id)).map((one) => one.endpoint);
    expect(endpoints).toHaveLength(10);
    expect(endpoints).toContain(last.endpoint);
  });

  const off = "https://evil.example.org/push";
  const keys = (p256dh: string) => ({ keys: { p256dh, auth: randomBytes(16).toString("base64url") } });
  it.each<[string, object, string]>([
    ["another host", { endpoint: off }, "endpoint"],
    ["another port", { endpoint: "https://push.example.com:8443/push" }, "endpoint"],
    ["http", { endpoint: "http://localhost:1/push" }, "endpoint"],
    ["a private address", { endpoint: "https://169.254.169.254/latest" }, "endpoint"],
    ["a missing URL", { endpoint: "push" }, "endpoint"],
    ["no keys", { keys: undefined }, "keys"],
    ["a point off the curve", keys(`${"B".repeat(86)}A`), "keys"],
    ["a short key", keys("AAAA"), "keys.p256dh"],
  ])("rejects %s", async (_, overrides, field) => {
    const { user, request } = await signedIn("pro");
    const response = await subscribe(request, draft(overrides));
    expect(response).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
    expect(Object.keys(response.body.errors ?? {})[0]).toMatch(new RegExp(`^${field}`));
    expect(await retained(user.id)).toEqual([]);
  });
});

describe("DELETE /api/push/subscriptions", () => {
  it("deletes only the user's own browser, on every plan", async () => {
    const [own, other] = await Promise.all([signedIn("pro"), signedIn("pro")]);
    const body = draft();
    await subscribe(own.request, body);
    expect((await other.request(subscriptions, "DELETE", path, { body })).status).toBe(204);
    expect(await retained(own.user.id)).toHaveLength(1);
    await prisma().subscription.update({ where: { userId: own.user.id }, data: { status: "canceled" } });
    expect((await own.request(subscriptions, "DELETE", path, { body })).status).toBe(204);
    expect(await retained(own.user.id)).toEqual([]);
  });
});

describe("session end", () => {
  it.each(["signed out", "ended from another device"])("stops alerting a browser that is %s", async (how) => {
    const own = await signedIn("pro");
    const other = await createSession(own.user);
    const here = draft();
    await subscribe(own.request, here);
    await call(subscriptions.POST, "POST", path, { bearer: other.bearer, body: draft() });
    const id = other.session.id;
    if (how === "signed out") await call(logout.POST, "POST", "/api/auth/logout", { bearer: other.bearer });
    else await own.request(device, "DELETE", `/users/sessions/${id}`, { params: { id } });
    expect((await retained(own.user.id)).map(({ endpoint }) => endpoint)).toEqual([here.endpoint]);
  });

  it("a browser being subscribed does not survive a password reset", async () => {
    const { user, request } = await signedIn("pro");
    let subscribing: ReturnType<typeof subscribe> | undefined;
    await otherTransaction(async (tx) => {
      await lockUser(tx, user.id);
      await inTransaction(tx, () => endAccesses("reset", { userId: user.id, sessionId: null }, new Date()));
      subscribing = subscribe(request);
      await waitForBlockedQuery();
    });
    expect((await subscribing!).status).toBe(401);
    expect(await retained(user.id)).toEqual([]);
  });
});

describe("recording", () => {
  async function record(user: { id: string }, watch = {}): Promise<Date | null> {
    const { id: watchId } = await createWatch(user, { keyword: newId(), ...watch });
    const fullname = `t3_${newId()}`;
    const match = { id: newId(), watchId, revision: 1, fullname, site: "reddit", place: "webdev" };
    await insertNotifications(pool(), [match], [], now, {
      day: "2026-11-21",
      hourly: later(1),
      daily: later(2),
    });
    const { id: notificationId } = await prisma().notification.findFirstOrThrow({ where: { fullname } });
    return (
      (await prisma().outboxEntry.findFirst({ where: { notificationId, channel: "push" } }))?.dueAt ?? null
    );
  }

  it("queues a push only for Pro watches with browser alerts and a subscribed browser", async () => {
    const { user, request } = await signedIn("pro");
    expect(await record(user)).toBeNull();
    await subscribe(request);
    expect(await record(user)).toEqual(now);
    expect(await record(user, { browserNotification: false })).toBeNull();
    await prisma().subscription.update({ where: { userId: user.id }, data: { status: "canceled" } });
    expect(await record(user)).toBeNull();
  });

  it.each(statuses)("agrees with planOf for the status '%s'", async (status) => {
    const user = await createUser();
    await prisma().subscription.create({ data: { userId: user.id, status, syncedAt: now } });
    const { rows } = await pool().query(
      sql`SELECT ${hasProSql(sql`u."id"`)} AS "hasPush" FROM "User" u WHERE "id" = ${user.id}`,
    );
    expect(rows[0].hasPush).toBe(getPlan(status).hasPush);
  });
});

it("deletes a browser after 30 days of rejections", async () => {
  const { user } = await signedIn("pro");
  const day = 24 * 3_600_000;
  for (const failedAt of [null, later(-29 * day), later(-30 * day - 1)]) {
    const { endpoint, keys } = draft();
    await createBrowser(user.id, { endpoint, keys, failedAt });
  }
  await retain(now, () => true);
  expect(await retained(user.id)).toHaveLength(2);
});

it("keeps other destinations, however long they fail", async () => {
  const { user } = await signedIn("pro");
  const id = await createDestination(user.id, { channel: "webhook", address: "https://a.example/hook" });
  const failedAt = later(-60 * 24 * 3_600_000);
  await prisma().destination.update({
    where: { id },
    data: { failedAt, offAt: failedAt, offReason: "gone" },
  });
  await retain(now, () => true);
  expect(await prisma().destination.count({ where: { id } })).toBe(1);
});

it("responds 404 if no VAPID keys are configured", async () => {
  const { request } = await signedIn("pro");
  const { VAPID_PRIVATE_KEY } = env();
  Object.assign(env(), { VAPID_PRIVATE_KEY: undefined });
  try {
    expect((await request(key, "GET", "/push/key")).status).toBe(404);
    expect((await subscribe(request)).status).toBe(404);
  } finally {
    Object.assign(env(), { VAPID_PRIVATE_KEY });
  }
});
