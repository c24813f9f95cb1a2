import { createHmac } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { dropResponses } from "../../support/after-responses";
import * as resendRoute from "@/app/api/webhooks/resend/route";
import { reconcile } from "@/server/billing/reconcile";
import { pool } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { beginSync } from "@/server/billing/statements/mirror";
import { call } from "../../support/request";
import { testSettings } from "../../support/settings";
import {
  type Customer,
  getMirror,
  newCustomer,
  openCheckout,
  getStatus,
  stripeStage,
  report,
  upgrade,
} from "../../support/stripe-stage";

/**
 * Failing entries at the start of a queue (subscription reads, provider events) don't block the entries after
 * them.
 */

const stage = stripeStage();
const minuteMs = 60_000;
/** Start of the test. Due times are relative to it, so a slow test doesn't make them overdue. */
let start: number;
const at = (minutes: number) => new Date(start + minutes * minuteMs);
const run = async (minutes: number) => {
  const failed: string[] = [];
  await reconcile(
    () => at(minutes),
    () => true,
    (userId) => failed.push(userId),
  );
  return failed;
};

beforeEach(async () => {
  start = Date.now();
  stage.sandbox.failures.clear();
  stage.stripe.webhooks.held = [];
  dropResponses();
  await pool().query(`TRUNCATE "User", "WebhookEvent" CASCADE`);
});

/**
 * Creates customers who canceled without an event and are due for their daily read, the most overdue first.
 */
async function due(count: number): Promise<Customer[]> {
  const customers = [];
  for (let n = 0; n < count; n++) {
    const customer = await newCustomer();
    await upgrade(customer, stage.stripe);
    stage.stripe.act("cancel", { email: customer.email });
    await pool().query(`UPDATE "Subscription" SET "syncedAt" = $2 WHERE "userId" = $1`, [
      customer.id,
      at((n - 48) * 60),
    ]);
    customers.push(customer);
  }
  stage.stripe.webhooks.held = [];
  return customers;
}

async function failFor(customers: readonly Customer[]): Promise<void> {
  for (const customer of customers) {
    const { customerId } = (await getMirror(customer))!;
    stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500, path: customerId! });
  }
}

it("backs off subscriptions whose read fails and reads those after them", async () => {
  const customers = await due(14);
  const behind = customers.pop()!;
  await failFor(customers);
  // This many failures in a row look like an outage, so the run stops and the next one continues after them.
  const first = await run(0);
  expect(first.length).toBeGreaterThanOrEqual(8);
  await run(20);
  expect((await getStatus(behind)).isPro).toBe(false);
  for (let minutes = 80; minutes <= 8 * 60; minutes += 60) await run(minutes);
  const { syncAttempts, nextSyncAt } = (await getMirror(customers[0]!))!;
  expect(syncAttempts).toBeGreaterThan(1);
  expect(syncAttempts).toBeLessThan(6);
  expect(nextSyncAt!.getTime()).toBeGreaterThan(start);
  stage.sandbox.failures.clear();
  await run(48 * 60);
  expect((await getStatus(customers[0]!)).isPro).toBe(false);
  expect(await getMirror(customers[0]!)).toMatchObject({ syncAttempts: 0, nextSyncAt: null });
});

it("backs off a refund that fails, although the read is stored", async () => {
  const customer = await newCustomer();
  await upgrade(customer, stage.stripe);
  stage.sandbox.sandbox.clock.advance(5_000);
  stage.stripe.act("subscribe", { email: customer.email, price: "price_yearly" });
  stage.stripe.webhooks.held = [];
  await pool().query(`UPDATE "Subscription" SET "syncedAt" = $1`, [at(-48 * 60)]);
  stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500, path: "^/v1/refunds$" });
  expect(await run(0)).toEqual([customer.id]);
  expect(await run(120)).toEqual([customer.id]);
  expect(await getMirror(customer)).toMatchObject({ syncAttempts: 2, syncedAt: at(120) });
  stage.sandbox.failures.clear();
  expect(await run(5 * 60)).toEqual([]);
  expect(await getMirror(customer)).toMatchObject({ syncAttempts: 0, nextSyncAt: null });
});

it("counts a read in advance, in case it crashes the process", async () => {
  const [head, behind] = await due(2);
  // Everything a process has written when it crashes.
  await beginSync({ userId: head!.id, syncAttempts: 0 }, at(0));
  await run(1);
  expect([(await getStatus(head!)).isPro, (await getStatus(behind!)).isPro]).toEqual([true, false]);
  await run(120);
  expect((await getStatus(head!)).isPro).toBe(false);
});

const eventOf = async (id: string) =>
  (
    await pool().query<{ attempts: number; isDone: boolean }>(
      `SELECT "attempts", "doneAt" IS NOT NULL AS "isDone" FROM "WebhookEvent" WHERE "eventId" = $1`,
      [id],
    )
  ).rows[0];

it("counts failing Stripe events, blocks no others and finally leaves them to the next read", async () => {
  const [head, behind] = [await newCustomer(), await newCustomer()];
  for (const customer of [head, behind]) stage.stripe.act("pay", { session: await openCheckout(customer) });
  const [headEvent, behindEvent] = stage.stripe.webhooks.held.filter(
    ({ type }) => type === "checkout.session.completed",
  );
  const { id } = JSON.parse(headEvent!.body) as { id: string };
  await failFor([head]);
  for (let tries = 1; tries <= 5; tries++) {
    expect((await report(headEvent!.body)).status).toBe(503);
    expect(await eventOf(id)).toEqual({ attempts: tries, isDone: false });
  }
  expect((await report(behindEvent!.body)).status).toBe(200);
  expect((await getStatus(behind)).isPro).toBe(true);

  await pool().query(`UPDATE "WebhookEvent" SET "receivedAt" = now() - interval '3 hours'`);
  expect((await getHealth()).checks.webhooks).toEqual({ ok: false, detail: "1 unprocessed events" });
  const requested = stage.stripe.requests.length;
  expect((await report(headEvent!.body)).status).toBe(200);
  expect([stage.stripe.requests.length, (await eventOf(id))!.isDone]).toEqual([requested, true]);
  expect((await getHealth()).checks.webhooks!.ok).toBe(true);
  stage.sandbox.failures.clear();
  await run(10);
  expect((await getStatus(head)).isPro).toBe(true);
});

/** Sends one signed event and returns the response status. */
async function sendEmailEvent(id: string, event: object): Promise<number> {
  const body = JSON.stringify(event);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const secret = Buffer.from(testSettings.RESEND_WEBHOOK_SECRET.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,${signature}` };
  return (await call(resendRoute.POST, "POST", "/api/webhooks/resend", { body, headers })).status;
}

it("counts failing Resend events, blocks no others and finally stops trying", async () => {
  const [head, behind] = [await newCustomer(), await newCustomer()];
  const take = ({ id, email }: Customer) =>
    sendEmailEvent(id, { type: "email.complained", data: { to: [email] } });
  await pool().query(
    `CREATE OR REPLACE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN IF OLD."id" = '${head.id}' THEN RAISE 'refused'; END IF; RETURN NEW; END $$`,
  );
  await pool().query(
    `CREATE OR REPLACE TRIGGER "refuse" BEFORE UPDATE ON "User" FOR EACH ROW EXECUTE FUNCTION "refuse"()`,
  );
  try {
    for (let tries = 1; tries <= 5; tries++)
      expect([await take(head), await eventOf(head.id)]).toEqual([500, { attempts: tries, isDone: false }]);
    expect(await take(behind)).toBe(200);
    const statuses = await pool().query(`SELECT "emailStatus"::text AS s FROM "User" WHERE "id" = $1`, [
      behind.id,
    ]);
    expect(statuses.rows).toEqual([{ s: "complained" }]);
    await pool().query(`UPDATE "WebhookEvent" SET "receivedAt" = now() - interval '3 hours'`);
    expect([await take(head), await eventOf(head.id)]).toEqual([200, { attempts: 6, isDone: false }]);
    expect((await getHealth()).checks.webhooks!.ok).toBe(false);
  } finally {
    await pool().query(`DROP TRIGGER "refuse" ON "User"`);
  }
});
