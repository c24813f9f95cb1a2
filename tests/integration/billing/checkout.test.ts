import { beforeEach, describe, expect, it } from "vitest";
import {
  getMirror,
  newCustomer,
  openCheckout,
  post,
  getStatus,
  stripeStage,
  deliverAll,
  upgrade,
} from "../../support/stripe-stage";
import "../../support/parallel-connections";

const stage = stripeStage();

beforeEach(() => {
  stage.sandbox.failures.clear();
  stage.stripe.webhooks.held = [];
});

describe("opening a checkout", () => {
  it("opens a page with the requested price, promotion codes and billing address", async () => {
    const bob = await newCustomer();
    const id = await openCheckout(bob, "yearly");
    expect(stage.stripe.books.get("checkout.session", id)).toMatchObject({
      client_reference_id: bob.id,
      amount_total: 9999,
      currency: "cad",
      allow_promotion_codes: true,
      billing_address_collection: "required",
      automatic_tax: { enabled: false },
      success_url: "http://localhost:3000/subscription/success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: "http://localhost:3000/subscription/cancel",
    });
    expect(await getStatus(bob)).toMatchObject({
      isPro: false,
      subscription: { plan: "free", status: "active" },
    });
  });

  it("reuses an open checkout for the same price and expires one for another price", async () => {
    const bob = await newCustomer();
    const first = await openCheckout(bob);
    expect(await openCheckout(bob)).toBe(first);
    const other = await openCheckout(bob, "yearly");
    expect(other).not.toBe(first);
    expect(stage.stripe.books.get("checkout.session", first).status).toBe("expired");
    expect(await openCheckout(bob)).not.toBe(first);
  });

  it.each([2, 12])(
    "opens one checkout for %i concurrent requests, so there is one subscription",
    async (tabs) => {
      const bob = await newCustomer();
      const opened = await Promise.all(Array.from({ length: tabs }, () => openCheckout(bob)));
      expect(new Set(opened).size).toBe(1);
      const customers = stage.stripe.books.all("customer").filter(({ email }) => email === bob.email);
      expect(customers).toHaveLength(1);
    },
  );

  it("rejects users who have Pro, even if we don't know yet", async () => {
    const bob = await newCustomer();
    const session = await openCheckout(bob);
    stage.stripe.act("pay", { session });
    const refused = await post("create-checkout-session", bob, { priceId: "monthly" });
    expect(refused).toMatchObject({ status: 409, body: { code: "ALREADY_SUBSCRIBED" } });
    expect((await getStatus(bob)).isPro).toBe(true);
  });

  it.each([{}, { priceId: "weekly" }, { priceId: "price_monthly" }])("rejects %o", async (body) => {
    const refused = await post("create-checkout-session", await newCustomer(), body);
    expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  });

  it("creates a new customer if the previous one was deleted at Stripe", async () => {
    const bob = await newCustomer();
    await openCheckout(bob);
    const before = (await getMirror(bob))?.customerId;
    stage.stripe.act("deleteCustomer", { customer: before });
    stage.stripe.webhooks.held = [];
    await openCheckout(bob);
    const after = (await getMirror(bob))?.customerId;
    expect(after).not.toBe(before);
    expect(stage.stripe.books.deleted.has(after!)).toBe(false);
  });
});

describe("return from checkout", () => {
  it("activates Pro after payment without an event", async () => {
    const bob = await newCustomer();
    const sessionId = await openCheckout(bob);
    stage.stripe.act("pay", { session: sessionId });
    const response = await post("sync", bob, { sessionId });
    expect(response).toMatchObject({
      status: 200,
      body: { isPro: true, subscription: { plan: "pro", status: "active", cancelAtPeriodEnd: false } },
    });
    expect(await getStatus(bob)).toEqual(response.body);
  });

  it("does not activate Pro with an unpaid session", async () => {
    const bob = await newCustomer();
    const sessionId = await openCheckout(bob);
    expect(await post("sync", bob, { sessionId })).toMatchObject({ status: 200, body: { isPro: false } });
  });

  it("ignores unknown sessions and other users' sessions", async () => {
    const [alice, bob] = [await newCustomer(), await newCustomer()];
    await openCheckout(bob);
    const sessionId = await openCheckout(alice);
    stage.stripe.act("pay", { session: sessionId });
    const before = await getMirror(bob);
    for (const id of [sessionId, "cs_test_unknown", "../customers", "x".repeat(255)])
      expect(await post("sync", bob, { sessionId: id })).toMatchObject({
        status: 200,
        body: { isPro: false },
      });
    expect(await getMirror(bob)).toEqual(before);
    expect((await getStatus(alice)).isPro).toBe(false);
  });
});

describe("Stripe outage", () => {
  it.each(["cut", "json", "html"] as const)(
    "%s: returns a clear error and keeps Pro users on Pro",
    async (mode) => {
      const [alice, bob] = [await newCustomer(), await newCustomer()];
      await upgrade(alice, stage.stripe);
      stage.sandbox.failures.set({ service: "stripe", mode, status: 503 });
      const down = { status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } };
      expect(await post("create-checkout-session", bob, { priceId: "monthly" })).toMatchObject(down);
      expect(await post("cancel", alice)).toMatchObject(down);
      expect(await post("reactivate", alice)).toMatchObject(down);
      expect(await post("create-portal-session", alice)).toMatchObject(down);
      expect(await getStatus(alice)).toMatchObject({
        isPro: true,
        subscription: { cancelAtPeriodEnd: false },
      });
    },
  );

  it.each([
    ["a customer", { path: "^/v1/customers$" }],
    // The first request lists the checkouts.
    ["a checkout", { path: "^/v1/checkout/sessions$", skip: 1 }],
  ])("after errors creating %s, which Stripe replays, tabs open one checkout", async (_, rule) => {
    const bob = await newCustomer();
    for (let attempt = 1; attempt <= 2; attempt++) {
      stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500, ...rule });
      expect((await post("create-checkout-session", bob, { priceId: "monthly" })).status).toBe(503);
      stage.sandbox.failures.clear();
    }
    const opened = await Promise.all(Array.from({ length: 5 }, () => openCheckout(bob)));
    expect(new Set(opened).size).toBe(1);
    const customers = stage.stripe.books.all("customer").filter(({ email }) => email === bob.email);
    expect(customers).toHaveLength(1);
  });

  it("rejects an event with an error and processes it when it is redelivered", async () => {
    const alice = await newCustomer();
    const session = await openCheckout(alice);
    stage.stripe.act("pay", { session });
    const stored = [...stage.stripe.webhooks.held];
    stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500 });
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(false);
    stage.sandbox.failures.clear();
    stage.stripe.webhooks.held = stored;
    await deliverAll(stage.stripe);
    expect((await getStatus(alice)).isPro).toBe(true);
  });

  it("a key of another Stripe account does not remove Pro", async () => {
    const alice = await newCustomer();
    await upgrade(alice, stage.stripe);
    stage.stripe.books.drop("customer", (await getMirror(alice))!.customerId!);
    const refused = await post("create-checkout-session", alice, { priceId: "monthly" });
    expect(refused).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
    expect((await getStatus(alice)).isPro).toBe(true);
  });
});
