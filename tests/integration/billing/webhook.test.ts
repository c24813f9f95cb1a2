import { beforeEach, describe, expect, it } from "vitest";
import { dropResponses, finishResponses } from "../../support/after-responses";
import { GET as retention } from "@/app/api/cron/retention/route";
import { DELETE as deleteAccount } from "@/app/api/users/profile/route";
import { pool } from "@/server/platform/database";
import { factoryPassword } from "../../../prisma/factories";
import { getSignature } from "../../../sandbox/stripe/webhooks";
import { call } from "../../support/request";
import { emptyOutbox } from "../../support/pending-email";
import { testSettings } from "../../support/settings";
import {
  getMirror,
  newCustomer,
  noticesTo,
  openCheckout,
  post,
  getStatus,
  stripeStage,
  report,
  deliverAll,
  upgrade,
} from "../../support/stripe-stage";
import "../../support/parallel-connections";

const stage = stripeStage();
const secret = testSettings.STRIPE_WEBHOOK_SECRET;

beforeEach(() => {
  stage.sandbox.failures.clear();
  stage.stripe.webhooks.held = [];
});

async function recordedEvents(): Promise<number> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS n FROM "WebhookEvent" WHERE "provider" = 'stripe'`,
  );
  return rows[0].n;
}

async function paidCheckout() {
  const alice = await newCustomer();
  stage.stripe.act("pay", { session: await openCheckout(alice) });
  const event = stage.stripe.webhooks.held.find(({ type }) => type === "checkout.session.completed")!;
  return { alice, event };
}

describe("signature", () => {
  const cases: [string, (body: string) => { body: string; header: string }][] = [
    ["with another secret", (body) => ({ body, header: getSignature(body, "whsec_other") })],
    ["that is too old", (body) => ({ body, header: getSignature(body, secret, Date.now() - 301_000) })],
    [
      "over a reserialized body",
      (body) => ({ body: JSON.stringify(JSON.parse(body), null, 2), header: getSignature(body, secret) }),
    ],
    [
      "over a body without its last byte",
      (body) => ({ body: `${body} `, header: getSignature(body, secret) }),
    ],
    ["that isn't a signature", (body) => ({ body, header: "" })],
    [
      "without a supported version",
      (body) => ({ body, header: getSignature(body, secret).replace("v1=", "v0=") }),
    ],
    ["over a body that isn't an event", () => ({ body: "[]", header: getSignature("[]", secret) })],
  ];

  it.each(cases)("%s: rejects the event without writing or calling Stripe", async (_, forged) => {
    const { alice, event } = await paidCheckout();
    const [before, noted, requested] = [
      await getMirror(alice),
      await recordedEvents(),
      stage.stripe.requests.length,
    ];
    const { body, header } = forged(event.body);
    expect(await report(body, header)).toMatchObject({ status: 400, body: { code: "INVALID_SIGNATURE" } });
    expect(await getMirror(alice)).toEqual(before);
    expect([await recordedEvents(), stage.stripe.requests.length]).toEqual([noted, requested]);
  });
});

describe("events", () => {
  it("an event delivered fifty times takes effect once", async () => {
    const { alice, event } = await paidCheckout();
    const noted = await recordedEvents();
    const responses = await Promise.all(Array.from({ length: 50 }, () => report(event.body)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await recordedEvents()).toBe(noted + 1);
    expect(await getStatus(alice)).toMatchObject({ isPro: true });
    expect(await noticesTo(alice)).toEqual(["pro-welcome"]);
    const requested = stage.stripe.requests.length;
    expect((await report(event.body)).status).toBe(200);
    expect(stage.stripe.requests.length).toBe(requested);
  });

  it("accepts and ignores an event about an unknown customer", async () => {
    const body = JSON.stringify({
      id: "evt_stranger",
      object: "event",
      type: "customer.subscription.updated",
      data: { object: { id: "sub_x", object: "subscription", customer: "cus_stranger" } },
    });
    expect(await report(body)).toMatchObject({ status: 200, body: { received: true } });
  });

  it("an outdated event writes the current state", async () => {
    const alice = await newCustomer();
    await upgrade(alice, stage.stripe);
    stage.stripe.act("endPeriod", { email: alice.email, payment: "fails" });
    stage.stripe.act("retryPayment", { email: alice.email, payment: "succeeds" });
    stage.stripe.webhooks.held.reverse();
    await deliverAll(stage.stripe);
    expect(await getStatus(alice)).toMatchObject({ isPro: true, subscription: { status: "active" } });
  });
});

describe("changes without an event", () => {
  const reconcile = () =>
    call<{ reconciled: number }>(retention, "GET", "/api/cron/retention", {
      bearer: `Bearer ${testSettings.CRON_SECRET}`,
    });
  const aDayPasses = () =>
    pool().query(`UPDATE "Subscription" SET "syncedAt" = "syncedAt" - interval '25 hours'`);

  it("are found once a day", async () => {
    const alice = await newCustomer();
    await upgrade(alice, stage.stripe);
    stage.stripe.act("cancel", { email: alice.email });
    stage.stripe.webhooks.held = [];
    expect((await reconcile()).body.reconciled).toBe(0);
    expect((await getStatus(alice)).isPro).toBe(true);
    await aDayPasses();
    expect((await reconcile()).body.reconciled).toBeGreaterThan(0);
    expect((await getStatus(alice)).isPro).toBe(false);
    expect((await reconcile()).body.reconciled).toBe(0);
  });

  it("are retried later if Stripe is unreachable, without a run failure", async () => {
    const alice = await newCustomer();
    await upgrade(alice, stage.stripe);
    await aDayPasses();
    stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500 });
    expect(await reconcile()).toMatchObject({ status: 200, body: { reconciled: 0 } });
    expect((await getStatus(alice)).isPro).toBe(true);
    stage.sandbox.failures.clear();
    expect((await reconcile()).body.reconciled).toBe(0);
    await pool().query(`UPDATE "Subscription" SET "nextSyncAt" = "nextSyncAt" - interval '2 hours'`);
    expect((await reconcile()).body.reconciled).toBeGreaterThan(0);
  });
});

describe("deleting the account", () => {
  const remove = (alice: { bearer: string }) =>
    call(deleteAccount, "DELETE", "/api/users/profile", {
      bearer: alice.bearer,
      body: { password: factoryPassword },
    });

  it("cancels the subscription and expires open checkouts at Stripe", async () => {
    const [alice, bob] = [await newCustomer(), await newCustomer()];
    const subscription = await upgrade(alice, stage.stripe);
    const session = await openCheckout(bob);
    expect([(await remove(alice)).status, (await remove(bob)).status]).toEqual([204, 204]);
    expect(stage.stripe.books.get("subscription", subscription).status).toBe("canceled");
    expect(stage.stripe.books.get("checkout.session", session).status).toBe("expired");
    await deliverAll(stage.stripe);
    expect(await getMirror(alice)).toBeNull();
    await finishResponses();
    const lastTo = (of: typeof alice) => stage.sandbox.mails().findLast(({ to }) => to.includes(of.email));
    const hasEnded = "Your Pro subscription has been canceled, and you won't be charged again.";
    expect(lastTo(alice)?.text).toContain(hasEnded);
    expect(lastTo(bob)).toMatchObject({ subject: "Your account has been deleted" });
    expect(lastTo(bob)?.text).not.toContain(hasEnded);
  });

  it("keeps the whole account if Stripe is unreachable", async () => {
    const alice = await newCustomer();
    const subscription = await upgrade(alice, stage.stripe);
    stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500 });
    expect(await remove(alice)).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
    expect((await getStatus(alice)).isPro).toBe(true);
    expect(stage.stripe.books.get("subscription", subscription).status).toBe("active");
  });
});

it("sends a billing notice once, through the outbox", async () => {
  await emptyOutbox();
  dropResponses();
  const alice = await newCustomer();
  await upgrade(alice, stage.stripe);
  await deliverAll(stage.stripe);
  await finishResponses();
  const mails = stage.sandbox.mails().filter(({ to }) => to.includes(alice.email));
  expect(mails.map(({ subject }) => subject)).toEqual(["Welcome to Pro"]);
  expect(mails[0]?.html).toContain(`${testSettings.APP_URL}/keywords`);
  expect(mails[0]?.text).toContain(testSettings.OPERATOR_ADDRESS);
  expect((await post("create-portal-session", alice)).status).toBe(200);
});
