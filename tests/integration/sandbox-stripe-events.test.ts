import Stripe from "stripe";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { newCheckout, stripeClient, typed } from "../support/stripe-client";

/** Timeout for events that never arrive. */
const patience = { timeout: 60_000 };

/** An application that verifies every event with the official SDK. */
const received: { type: string; id: string }[] = [];
let deletedResponses: number[] = [];
const application = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const signature = String(request.headers["stripe-signature"]);
  const event = Stripe.webhooks.constructEvent(body, signature, "whsec_sandbox-stripe");
  received.push({ type: event.type, id: event.id });
  const refused = event.type === "customer.deleted" ? deletedResponses.shift() : undefined;
  response.writeHead(refused ?? 200).end();
});

let started: StartedSandbox;

beforeAll(async () => {
  await new Promise<void>((listening) => application.listen(0, "127.0.0.1", listening));
  const appUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
  started = await startSandbox({ appUrl, stream: false, historyHours: 0, webhookWaitsMs: [5, 10] });
});
afterAll(async () => {
  await started.close();
  application.closeAllConnections();
  application.close();
});
beforeEach(() => {
  started.stripe.reset();
  received.length = 0;
  deletedResponses = [];
});

const client = () => stripeClient(started.port);
const newSession = () => newCheckout(client());

async function control(path: string, body: object): Promise<Record<string, unknown>> {
  const reply = await fetch(`${started.url}/control${path}`, { method: "POST", body: JSON.stringify(body) });
  return { status: reply.status, ...((await reply.json()) as object) };
}

describe("time", () => {
  it("ends a period as paid, unpaid or canceled", async () => {
    const session = await newSession();
    started.stripe.act("pay", { session: session.id });
    const by = { email: "maya@example.com" };
    expect(await control("/stripe/act", { act: "endPeriod", ...by })).toMatchObject({ status: "active" });
    expect((await client().invoices.list()).data).toHaveLength(2);
    await control("/stripe/act", { act: "endPeriod", payment: "fails", ...by });
    const [subscription] = (await client().subscriptions.list()).data;
    expect(subscription?.status).toBe("past_due");
    await client().subscriptions.update(subscription!.id, { cancel_at_period_end: true });
    await control("/stripe/act", { act: "endPeriod", ...by });
    expect((await client().subscriptions.retrieve(subscription!.id)).status).toBe("canceled");
    expect((await client().subscriptions.list()).data).toEqual([]);
    expect(await control("/stripe/act", { act: "wish" })).toMatchObject({ status: 400 });
  });

  it("ends periods automatically when the sandbox clock moves", async () => {
    const session = await newSession();
    started.stripe.act("pay", { session: session.id });
    await control("/clock", { advanceMs: 40 * 86_400_000 });
    expect((await client().invoices.list()).data).toHaveLength(2);
    await control("/clock", { advanceMs: -40 * 86_400_000 });
  });
});

describe("events", () => {
  it("are signed and redelivered until accepted", async () => {
    deletedResponses = [500, 500];
    await client().customers.create({});
    const { id } = (await client().customers.list()).data[0]!;
    await client().customers.del(id);
    const result = () => received.filter(({ type }) => type === "customer.deleted");
    await vi.waitFor(() => expect(result()).toHaveLength(3), patience);
    expect(new Set(result().map((event) => event.id)).size).toBe(1);
  });

  it("are dropped, duplicated and reordered on demand", async () => {
    const session = await newSession();
    await control("/stripe/webhooks", { hold: true });
    started.stripe.act("pay", { session: session.id });
    const order = started.stripe.webhooks.held.map(({ type }) => type);
    expect(order).toContain("checkout.session.completed");
    await control("/stripe/webhooks", { drop: 1, times: 2 });
    expect(await control("/stripe/release", { order: "newest" })).toMatchObject({ released: order.length });
    const expected = order
      .toReversed()
      .slice(1)
      .flatMap((type) => [type, type]);
    await vi.waitFor(() => expect(received.map(({ type }) => type)).toEqual(expected), patience);
  });
});

it("the dashboard shows subscribers and performs its actions", async () => {
  const session = await newSession();
  started.stripe.act("pay", { session: session.id });
  const [subscription] = (await client().subscriptions.list()).data;
  const page = await (await fetch(`${started.url}/stripe`)).text();
  expect(page).toContain("maya@example.com");
  const done = await fetch(`${started.url}/stripe`, typed({ act: "refund", subscription: subscription!.id }));
  expect(done.status).toBe(303);
  expect((await client().refunds.list()).data).toMatchObject([{ amount: 999 }]);
  const again = await fetch(
    `${started.url}/stripe`,
    typed({ act: "refund", subscription: subscription!.id }),
  );
  expect([again.status, (await again.text()).includes("already been refunded")]).toEqual([409, true]);
});

it("subscriptions survive a restart", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "earshot-stripe-"));
  const stripeFile = path.join(folder, "stripe.json");
  const first = await startSandbox({ stream: false, historyHours: 0, stripeFile });
  const open = await newCheckout(stripeClient(first.port));
  const paid = await newCheckout(stripeClient(first.port));
  first.stripe.act("pay", { session: paid.id });
  first.stripe.act("deleteCustomer", { customer: open.customer });
  await vi.waitFor(() => expect(readFileSync(stripeFile, "utf8")).toContain('"status":"complete"'), patience);
  await first.close();

  const second = await startSandbox({ stream: false, historyHours: 0, stripeFile });
  const stripe = stripeClient(second.port);
  const { subscription, customer } = await stripe.checkout.sessions.retrieve(paid.id);
  expect(await stripe.subscriptions.retrieve(String(subscription))).toMatchObject({
    customer,
    status: "active",
  });
  expect(await stripe.customers.retrieve(String(open.customer))).toMatchObject({ deleted: true });
  expect(second.stripe.act("endPeriod", { customer })).toMatchObject({ status: "active" });
  await second.close();
  rmSync(folder, { recursive: true, force: true });
});
