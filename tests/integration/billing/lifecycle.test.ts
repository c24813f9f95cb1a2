import { beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getHealth } from "@/app/api/health/route";
import { GET as getProfile } from "@/app/api/users/profile/route";
import { log } from "@/server/platform/log";
import { call } from "../../support/request";
import {
  type Customer,
  giveWatches,
  getMirror,
  newCustomer,
  noticesTo,
  openCheckout,
  post,
  getStatus,
  stripeStage,
  subscriptionsAtStripe,
  deliverAll,
  upgrade,
  getWatches,
} from "../../support/stripe-stage";

const stage = stripeStage();

beforeEach(() => {
  stage.stripe.webhooks.held = [];
});

const act = (name: string, customer: Customer, input: object = {}) =>
  stage.stripe.act(name, { email: customer.email, ...input });

async function newPro(): Promise<Customer & { subscription: string }> {
  const customer = await newCustomer();
  const subscription = await upgrade(customer, stage.stripe);
  await deliverAll(stage.stripe);
  return { ...customer, subscription };
}

describe("canceling", () => {
  it("ends Pro at the end of the period, unless it is reactivated", async () => {
    const alice = await newPro();
    const end = (await getMirror(alice))!.currentPeriodEnd!.toISOString();
    const ending = {
      plan: "pro",
      status: "active",
      cancelAtPeriodEnd: true,
      currentPeriodEnd: end,
      priceId: "monthly",
    };
    expect(await post("cancel", alice)).toMatchObject({ status: 200, body: { subscription: ending } });
    expect(await post("cancel", alice)).toMatchObject({ status: 200, body: { subscription: ending } });
    expect(await getStatus(alice)).toEqual({ isPro: true, subscription: ending });
    const going = { ...ending, cancelAtPeriodEnd: false };
    expect(await post("reactivate", alice)).toMatchObject({ status: 200, body: { subscription: going } });
    expect(await post("reactivate", alice)).toMatchObject({ status: 200, body: { subscription: going } });
    act("endPeriod", alice);
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
  });

  it.each(["cancel", "reactivate", "create-portal-session"])(
    "%s without a subscription is rejected",
    async (call) => {
      const nothing = { status: 409, body: { code: "NO_SUBSCRIPTION" } };
      expect(await post(call, await newCustomer())).toMatchObject(nothing);
    },
  );

  it("rejects a change to a subscription that ended without an event and updates its status", async () => {
    const alice = await newPro();
    act("cancel", alice);
    expect(await post("reactivate", alice)).toMatchObject({ status: 409, body: { code: "NO_SUBSCRIPTION" } });
    expect((await getStatus(alice)).isPro).toBe(false);
  });

  it("takes effect from Stripe's portal too", async () => {
    const alice = await newPro();
    const { body } = await post<{ url: string }>("create-portal-session", alice);
    await fetch(body.url, {
      method: "POST",
      body: new URLSearchParams({ do: "cancel" }),
      redirect: "manual",
    });
    await deliverAll(stage.stripe);
    expect(await getStatus(alice)).toMatchObject({ isPro: true, subscription: { cancelAtPeriodEnd: true } });
  });
});

describe("statuses", () => {
  it("keeps Pro with a warning after a failed payment, until Stripe gives up", async () => {
    const alice = await newPro();
    act("endPeriod", alice, { payment: "fails" });
    await deliverAll(stage.stripe);
    expect(await getStatus(alice)).toMatchObject({
      isPro: true,
      subscription: { plan: "pro", status: "past_due" },
    });
    act("retryPayment", alice, { payment: "fails" });
    await deliverAll(stage.stripe);
    act("giveUp", alice);
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(false);
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-payment-failed", "pro-ended"]);
  });

  it("returns to active after a later successful payment", async () => {
    const alice = await newPro();
    act("endPeriod", alice, { payment: "fails" });
    await deliverAll(stage.stripe);
    act("retryPayment", alice, { payment: "succeeds" });
    await deliverAll(stage.stripe);
    expect(await getStatus(alice)).toMatchObject({ isPro: true, subscription: { status: "active" } });
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-payment-failed"]);
  });

  it.each([
    ["unpaid", "giveUp", { become: "unpaid" }],
    ["paused", "pause", {}],
    ["canceled", "cancel", {}],
  ])("%s is Free", async (status, name, input) => {
    const alice = await newPro();
    act(name, alice, input);
    await deliverAll(stage.stripe);
    expect((await getMirror(alice))?.status).toBe(status);
    expect(await getStatus(alice)).toEqual({
      isPro: false,
      subscription: {
        plan: "free",
        status: "active",
        cancelAtPeriodEnd: false,
        currentPeriodEnd: null,
        priceId: null,
      },
    });
    const { body } = await call(getProfile, "GET", "/api/users/profile", { bearer: alice.bearer });
    expect(body).toMatchObject({ user: { subscription: { plan: "free", status: "active" } } });
  });

  it("incomplete and incomplete_expired are Free", async () => {
    const bob = await newCustomer();
    await openCheckout(bob);
    act("subscribe", bob, { paid: false });
    await deliverAll(stage.stripe);
    expect((await getMirror(bob))?.status).toBe("incomplete");
    expect((await getStatus(bob)).isPro).toBe(false);
    act("endPeriod", bob);
    await deliverAll(stage.stripe);
    expect((await getMirror(bob))?.status).toBe("incomplete_expired");
    expect((await getStatus(bob)).isPro).toBe(false);
    expect(await noticesTo(bob)).toEqual([]);
  });
});

describe("refunds and disputes", () => {
  it("a full refund ends the subscription at Stripe immediately", async () => {
    const alice = await newPro();
    act("refund", alice);
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(false);
    expect(stage.stripe.books.get("subscription", alice.subscription).status).toBe("canceled");
    await deliverAll(stage.stripe);
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-refunded"]);
  });

  it("a partial refund does not", async () => {
    const alice = await newPro();
    act("refund", alice, { amount: 500 });
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
  });

  it("a dispute logs an error and degrades health until it is closed", async () => {
    const error = vi.spyOn(log(), "error");
    const alice = await newPro();
    const payments = async () =>
      (await call<{ checks: { payments: { ok: boolean } } }>(getHealth, "GET", "/api/health")).body.checks
        .payments;
    expect(await payments()).toEqual({ ok: true });
    act("dispute", alice);
    await deliverAll(stage.stripe);
    expect(await payments()).toEqual({ ok: false, detail: "1 disputed" });
    expect(error.mock.calls.filter(([, text]) => String(text).includes("disputed"))).toHaveLength(1);
    act("closeDispute", alice);
    await deliverAll(stage.stripe);
    expect(await payments()).toEqual({ ok: true });
    error.mockRestore();
  });

  it("a deleted customer is Free", async () => {
    const alice = await newPro();
    act("deleteCustomer", alice);
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(false);
    expect(await getMirror(alice)).toMatchObject({ customerId: null, subscriptionId: null });
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-ended"]);
    await upgrade(alice, stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
  });

  it("cancels and refunds a second paid subscription and keeps the first", async () => {
    const alice = await newPro();
    stage.sandbox.sandbox.clock.advance(5_000);
    act("subscribe", alice, { price: "price_yearly" });
    await deliverAll(stage.stripe);
    const { customerId, subscriptionId } = (await getMirror(alice))!;
    expect(subscriptionId).toBe(alice.subscription);
    const second = subscriptionsAtStripe(stage.stripe, customerId).find(({ id }) => id !== subscriptionId);
    expect(second?.status).toBe("canceled");
    const refunds = stage.stripe.books.all("refund").filter((refund) => refund.amount === 9999);
    expect(refunds).toHaveLength(1);
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-second-refunded"]);
    expect(stage.stripe.books.all("refund").filter((refund) => refund.amount === 9999)).toHaveLength(1);
  });

  it("activates Pro if the refund of a second subscription fails, and refunds it later", async () => {
    const alice = await newCustomer();
    const session = await openCheckout(alice);
    stage.stripe.act("pay", { session });
    stage.sandbox.sandbox.clock.advance(5_000);
    act("subscribe", alice, { price: "price_yearly" });
    const events = [...stage.stripe.webhooks.held];
    const refunds = () => stage.stripe.books.all("refund").filter((refund) => refund.amount === 9999).length;
    const before = refunds();
    const error = vi.spyOn(log(), "error");
    stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500, path: "^/v1/refunds$" });
    expect(await post("sync", alice, { sessionId: session })).toMatchObject({
      status: 200,
      body: { isPro: true },
    });
    await deliverAll(stage.stripe);
    expect(error.mock.calls.map(([, text]) => text)).toContain(
      "a duplicate subscription wasn't refunded or canceled",
    );
    error.mockRestore();
    stage.sandbox.failures.clear();
    expect(refunds()).toBe(before);
    stage.stripe.webhooks.held = events;
    await deliverAll(stage.stripe);
    expect(refunds()).toBe(before + 1);
    const { customerId } = (await getMirror(alice))!;
    const statuses = subscriptionsAtStripe(stage.stripe, customerId).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual(["active", "canceled"]);
    expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-second-refunded"]);
  });
});

describe("watches", () => {
  it("keeps all watches when Pro ends, the 3 oldest of them active", async () => {
    const alice = await newPro();
    await giveWatches(alice, 6);
    act("cancel", alice);
    await deliverAll(stage.stripe);
    const retained = { isActive: true, pausedBy: null };
    const paused = { isActive: false, pausedBy: "plan" };
    expect(await getWatches(alice)).toEqual([retained, retained, retained, paused, paused, paused]);
    await upgrade(alice, stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
    expect(await getWatches(alice)).toEqual([retained, retained, retained, paused, paused, paused]);
  });

  it("does not count manually paused watches among the oldest", async () => {
    const alice = await newPro();
    const [first] = await giveWatches(alice, 5);
    const { PATCH } = await import("@/app/api/keywords/[id]/toggle/route");
    await call(PATCH, "PATCH", `/api/keywords/${first}/toggle`, {
      bearer: alice.bearer,
      params: { id: first! },
    });
    act("cancel", alice);
    await deliverAll(stage.stripe);
    expect((await getWatches(alice)).map(({ isActive }) => isActive)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect((await getWatches(alice))[0]?.pausedBy).toBeNull();
  });
});
