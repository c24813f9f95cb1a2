import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import * as cron from "@/app/api/cron/retention/route";
import * as keywords from "@/app/api/keywords/route";
import * as notifications from "@/app/api/notifications/route";
import * as status from "@/app/api/subscriptions/status/route";
import * as usage from "@/app/api/subscriptions/usage/route";
import * as profile from "@/app/api/users/profile/route";
import { env } from "@/env";
import { findAccount } from "@/server/accounts/statements/accounts";
import { getHealth } from "@/server/operation/health";
import { scrapeMetrics } from "@/server/operation/metrics";
import { pool, prisma, sql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { createSubscription, createUser, createWatch } from "../../../prisma/factories";
import { getSignature } from "../../../sandbox/stripe/webhooks";
import { call } from "../../support/request";
import { receive, getItems, recordedBefore } from "../../support/overflowing";
import { testSettings } from "../../support/settings";
import { signedIn } from "../../support/signed-in";
import { post, report } from "../../support/stripe-stage";

// Stripe's URL is unreachable here: any request to it would cause a 503.
process.env.BILLING = "off";

const everything = {
  plan: "pro",
  status: "active",
  cancelAtPeriodEnd: false,
  currentPeriodEnd: null,
  priceId: null,
};
const longAgo = new Date(Date.now() - 3 * 86_400_000);
const ended = (userId: string) => ({
  status: "canceled",
  customerId: `cus_${userId}`,
  subscriptionId: `sub_${userId}`,
  syncedAt: longAgo,
});

beforeEach(() => prisma().subscription.deleteMany());

it("ignores the Stripe settings", () => {
  expect(process.env.STRIPE_SECRET_KEY).toBe(testSettings.STRIPE_SECRET_KEY);
  expect(env().STRIPE_SECRET_KEY).toBeUndefined();
});

describe.each([
  ["who never paid", null],
  ["whose subscription has ended", "canceled"],
])("user %s", (_who, word) => {
  async function somebody() {
    const person = await signedIn();
    if (word !== null)
      await createSubscription(person.user, { ...ended(person.user.id), priceId: "price_x" });
    return person;
  }

  it("has Pro without an end date in every response", async () => {
    const { request } = await somebody();
    expect((await request(status, "GET", "/subscriptions/status")).body).toEqual({
      isPro: true,
      subscription: everything,
    });
    expect((await request(usage, "GET", "/subscriptions/usage")).body).toMatchObject({ keywordLimit: null });
    const { user } = (await request<{ user: object }>(profile, "GET", "/users/profile")).body;
    expect(user).toMatchObject({ subscription: { plan: "pro", status: "active" } });
  });

  it("has all Pro features: unlimited watches, filters, search and push", async () => {
    const { user, request } = await somebody();
    for (let n = 1; n <= 5; n += 1) {
      const body = { keyword: `keyword ${n}`, filters: { wholeWordOnly: true } };
      expect((await request(keywords, "POST", "/keywords", { body })).status).toBe(201);
    }
    expect((await request(notifications, "GET", "/notifications?q=keyword")).status).toBe(200);
    const { rows } = await pool().query(
      sql`SELECT ${hasProSql(sql`u."id"`)} AS "hasPro" FROM "User" u WHERE "id" = ${user.id}`,
    );
    expect(rows).toEqual([{ hasPro: true }]);
  });

  it("cannot buy or change a subscription", async () => {
    const { user, bearer } = await somebody();
    const before = await prisma().subscription.findUnique({ where: { userId: user.id } });
    const requested = [
      ["create-checkout-session", { priceId: "monthly" }, "ALREADY_SUBSCRIBED"],
      ["cancel", {}, "NO_SUBSCRIPTION"],
      ["reactivate", {}, "NO_SUBSCRIPTION"],
      ["create-portal-session", {}, "NO_SUBSCRIPTION"],
      ["sync", { sessionId: "cs_1" }, "NO_SUBSCRIPTION"],
    ] as const;
    for (const [route, body, code] of requested)
      expect(await post(route, { bearer }, body)).toMatchObject({ status: 409, body: { code } });
    expect(await prisma().subscription.findUnique({ where: { userId: user.id } })).toEqual(before);
  });

  it("can delete the account without Stripe", async () => {
    const { user, request } = await somebody();
    const body = { password: "Listen-2026" };
    expect((await request(profile, "DELETE", "/users/profile", { body })).status).toBe(204);
    expect(await findAccount(pool(), user.id)).toBeNull();
  });
});

it("responds 404 to webhooks, signed or not", async () => {
  const id = `evt_${randomBytes(8).toString("hex")}`;
  const event = JSON.stringify({ id, object: "event", type: "invoice.paid", data: { object: {} } });
  for (const header of [getSignature(event, testSettings.STRIPE_WEBHOOK_SECRET), "t=1,v1=x"])
    expect(await report(event, header)).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
  expect(await prisma().webhookEvent.count()).toBe(0);
});

it("reads no subscriptions from Stripe, and old ones don't degrade health", async () => {
  const user = await createUser();
  const mirror = await createSubscription(user, { ...ended(user.id), disputedAt: longAgo });
  const bearer = `Bearer ${testSettings.CRON_SECRET}`;
  const run = await call(cron.GET, "GET", "/api/cron/retention", { bearer });
  expect(run).toMatchObject({ status: 200, body: { reconciled: 0 } });
  expect(await prisma().subscription.findUnique({ where: { userId: user.id } })).toEqual(mirror);
  expect((await getHealth()).checks.payments).toEqual({ ok: true });
  expect(await (await scrapeMetrics()).text()).toMatch(/^earshot_subscriptions_unread 0$/m);
});

describe("startup", () => {
  const said = vi.fn();
  beforeEach(() => {
    said.mockReset();
    vi.spyOn(process.stderr, "write").mockImplementation(said);
    vi.spyOn(process, "exit").mockImplementation(() => {
      throw new Error("exit");
    });
    return () => void vi.restoreAllMocks();
  });
  // Otherwise the start begins checks that outlive this file.
  beforeAll(() => {
    env().LIVE = "off";
  });
  const begin = async () => (await import("@/server/operation/start")).start();

  it.each(["active", "past_due", "trialing", "unpaid", "paused", "incomplete"])(
    "fails with a one-line error while a subscription is %s",
    async (word) => {
      const user = await createUser();
      await createSubscription(user, { ...ended(user.id), status: word });
      await expect(begin()).rejects.toThrow("exit");
      expect(said.mock.calls).toEqual([
        [
          "Can't start with BILLING=off: 1 subscription is still active in Stripe. Keep BILLING=on until they have ended.\n",
        ],
      ]);
    },
  );

  it("succeeds if all subscriptions have ended or never started", async () => {
    const users = await Promise.all([createUser(), createUser(), createUser()]);
    await createSubscription(users[0], ended(users[0].id));
    await createSubscription(users[1], { ...ended(users[1].id), status: "incomplete_expired" });
    await createSubscription(users[2], { status: "none", customerId: `cus_${users[2].id}` });
    await begin();
    expect(said).not.toHaveBeenCalled();
  });

  it("does not wait for the database and retries the check until it succeeds", async () => {
    const user = await createUser();
    await createSubscription(user, { ...ended(user.id), status: "active" });
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    const away = vi.spyOn(pool(), "query").mockRejectedValueOnce(new Error("away") as never);
    await begin();
    expect([away.mock.calls.length, said.mock.calls.length]).toEqual([1, 0]);
    const refused = new Promise<void>((resolve) => {
      vi.mocked(process.exit).mockImplementation((() => resolve()) as never);
    });
    vi.advanceTimersByTime(10_000);
    await refused;
    expect(said).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });
});

it("stores as many matches per day as on Pro", async () => {
  const now = new Date("2026-11-21T12:00:00.000Z");
  const watch = await createWatch(await createUser());
  await recordedBefore(watch, "2026-11-21", 19_998);
  expect(await receive([watch], getItems(5, now), now)).toMatchObject({ notifications: 2 });
});
