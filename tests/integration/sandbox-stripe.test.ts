import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { newCheckout, stripeClient, typed } from "../support/stripe-client";

let started: StartedSandbox;

beforeAll(async () => {
  started = await startSandbox({ stream: false, historyHours: 0 });
});
afterAll(() => started.close());
beforeEach(() => started.stripe.reset());

const client = (key?: string) => stripeClient(started.port, key);
const newSession = (customer?: string) => newCheckout(client(), customer);

const card = { do: "pay", expiry: "12 / 34", cvc: "123" };

describe("API", () => {
  it("rejects a wrong key", async () => {
    await expect(client("sk_test_wrong").customers.list()).rejects.toMatchObject({ statusCode: 401 });
  });

  it("reports missing resources", async () => {
    const missing = { code: "resource_missing", statusCode: 404 };
    await expect(client().customers.retrieve("cus_none")).rejects.toMatchObject(missing);
    await expect(newSession("cus_none")).rejects.toMatchObject(missing);
    await expect(client().subscriptions.cancel("sub_none")).rejects.toMatchObject(missing);
  });

  it("offers monthly and yearly prices in CAD", async () => {
    const { data } = await client().prices.list();
    const offers = data.map(({ id, unit_amount, currency, recurring }) => [
      id,
      unit_amount,
      currency,
      recurring?.interval,
    ]);
    expect(offers.toSorted()).toEqual([
      ["price_monthly", 999, "cad", "month"],
      ["price_yearly", 9999, "cad", "year"],
    ]);
  });

  it("replays the first response for an idempotency key and rejects other parameters", async () => {
    const stripe = client();
    const once = await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k" });
    const again = await stripe.customers.create({ email: "a@example.com" }, { idempotencyKey: "k" });
    expect(again.id).toBe(once.id);
    await expect(
      stripe.customers.create({ email: "b@example.com" }, { idempotencyKey: "k" }),
    ).rejects.toMatchObject({ type: "StripeIdempotencyError" });
    expect((await stripe.customers.list()).data).toHaveLength(1);
  });

  it("replays a server error for its idempotency key, but not an error page", async () => {
    const create = () => client().customers.create({ email: "a@example.com" }, { idempotencyKey: "k" });
    for (const mode of ["html", "json"] as const) {
      started.sandbox.failures.set({ service: "stripe", mode, status: 500, count: 1 });
      await expect(create()).rejects.toMatchObject({ type: "StripeAPIError" });
    }
    const replayed = { statusCode: 500, headers: { "idempotent-replayed": "true" } };
    await expect(create()).rejects.toMatchObject(replayed);
    expect((await client().customers.list()).data).toEqual([]);
  });

  it("pages through a list", async () => {
    const stripe = client();
    for (const name of ["a", "b", "c"]) await stripe.customers.create({ name });
    const names: (string | null | undefined)[] = [];
    for await (const customer of stripe.customers.list({ limit: 2 })) names.push(customer.name);
    expect(names).toEqual(["c", "b", "a"]);
  });

  it("expands nested objects", async () => {
    const session = await newSession();
    started.stripe.act("pay", { session: session.id });
    const { data } = await client().subscriptions.list({ expand: ["data.latest_invoice.payments"] });
    expect(data[0]?.latest_invoice).toMatchObject({
      status: "paid",
      payments: { data: [{ payment: { type: "payment_intent" }, status: "paid" }] },
    });
  });
});

describe("hosted checkout page", () => {
  it("accepts a valid card and redirects with the session id", async () => {
    const session = await newSession();
    const shown = await (await fetch(session.url!)).text();
    expect(shown).toContain("CA$9.99");
    const response = await fetch(session.url!, typed({ ...card, number: "4242 4242 4242 4242" }));
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      `http://127.0.0.1/done?session_id=${session.id}`,
    ]);
    const paid = await client().checkout.sessions.retrieve(session.id);
    expect(paid).toMatchObject({ status: "complete", payment_status: "paid" });
    expect((await client().subscriptions.list()).data[0]).toMatchObject({
      id: paid.subscription,
      status: "active",
    });
  });

  it.each([
    ["a declined card", { number: "4000 0000 0000 0002" }, "Your card was declined."],
    ["an unknown number", { number: "1234" }, "Your card number is invalid."],
    ["no date", { number: "4242424242424242", expiry: "" }, "expiration date is incomplete"],
    ["no code", { number: "4242424242424242", cvc: "" }, "security code is incomplete"],
  ])("rejects %s and keeps the entered values", async (_, fields, why) => {
    const session = await newSession();
    const response = await fetch(session.url!, typed({ ...card, name: "M. <Okafor>", ...fields }));
    const page = await response.text();
    expect([response.status, page.includes(why), page.includes("M. &lt;Okafor&gt;")]).toEqual([
      402,
      true,
      true,
    ]);
    expect((await client().checkout.sessions.retrieve(session.id)).status).toBe("open");
  });

  it("asks for confirmation if the card requires it", async () => {
    const session = await newSession();
    const number = "4000 0025 0000 3155";
    const requested = await fetch(session.url!, typed({ ...card, number }));
    expect(await requested.text()).toContain("Confirmation by your bank");
    const refused = await fetch(session.url!, typed({ do: "refuse", number }));
    expect(refused.status).toBe(402);
    const confirmed = await fetch(session.url!, typed({ do: "confirm", number }));
    expect(confirmed.status).toBe(303);
    expect((await client().checkout.sessions.retrieve(session.id)).payment_status).toBe("paid");
  });

  it("applies a promotion code to the first payment", async () => {
    const session = await newSession();
    expect((await fetch(session.url!, typed({ do: "code", code: "nothing" }))).status).toBe(402);
    await fetch(session.url!, typed({ do: "code", code: "listen20" }));
    expect(await (await fetch(session.url!)).text()).toContain("CA$7.99");
    await fetch(session.url!, typed({ ...card, number: "4242424242424242" }));
    expect((await client().invoices.list()).data[0]).toMatchObject({ amount_paid: 799 });
  });

  it("responds 410 to an expired session", async () => {
    const session = await newSession();
    await client().checkout.sessions.expire(session.id);
    expect((await fetch(session.url!)).status).toBe(410);
    expect((await fetch(`${started.url}/stripe/pay/none`)).status).toBe(404);
  });
});
