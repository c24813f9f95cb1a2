import { afterAll, beforeAll } from "vitest";
import type { CheckoutRequest } from "@/contract/subscription";
import { pool, prisma } from "@/server/platform/database";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import type { SubscriptionStatus } from "../../sandbox/stripe/objects";
import { getSignature } from "../../sandbox/stripe/webhooks";
import { call, type Responded } from "./request";
import { testSettings } from "./settings";

type Handler = Parameters<typeof call>[0];

/** A signed-in user and Stripe customer. */
export interface Customer {
  id: string;
  email: string;
  bearer: string;
}

/**
 * Starts a sandbox for a test file. It queues its Stripe events: `deliverAll` sends them to the webhook, so a
 * test controls the order, time and number of deliveries.
 */
export function stripeStage() {
  const stage = {} as { sandbox: StartedSandbox };
  beforeAll(async () => {
    stage.sandbox = await startSandbox({ stream: false, historyHours: 0 });
    process.env.STRIPE_API_URL = `${stage.sandbox.url}/stripe`;
    process.env.RESEND_BASE_URL = `${stage.sandbox.url}/resend`;
    stage.sandbox.stripe.webhooks.habits.hold = true;
  });
  afterAll(() => stage.sandbox.close());
  return {
    get stripe() {
      return stage.sandbox.stripe;
    },
    get sandbox() {
      return stage.sandbox;
    },
  };
}

/** Creates a Free account with a session. */
export async function newCustomer(): Promise<Customer> {
  const user = await createUser();
  const { bearer } = await createSession(user);
  return { id: user.id, email: user.email, bearer };
}

export async function post<T = Record<string, unknown>>(
  route: string,
  customer: Pick<Customer, "bearer">,
  body: unknown = {},
): Promise<Responded<T>> {
  const { POST } = (await import(`../../src/app/api/subscriptions/${route}/route.ts`)) as { POST: Handler };
  return call<T>(POST, "POST", `/api/subscriptions/${route}`, { bearer: customer.bearer, body });
}

/** Opens a checkout and returns its Stripe session id. */
export async function openCheckout(
  customer: Customer,
  priceId: CheckoutRequest["priceId"] = "monthly",
): Promise<string> {
  const { status, body } = await post<{ url: string }>("create-checkout-session", customer, { priceId });
  if (status !== 200) throw new Error(`checkout answered ${status} ${JSON.stringify(body)}`);
  return body.url.split("/").at(-1)!;
}

/** Upgrades: checkout, payment and return to the app. Returns the Stripe subscription id. */
export async function upgrade(
  customer: Customer,
  stripe: StartedSandbox["stripe"],
  card?: string,
): Promise<string> {
  const session = await openCheckout(customer);
  stripe.act("pay", { session, card });
  await post("sync", customer, { sessionId: session });
  return stripe.books.get("checkout.session", session).subscription!;
}

/** Sends one event to the webhook. */
export async function report(body: string, header = getSignature(body, testSettings.STRIPE_WEBHOOK_SECRET)) {
  const { POST } = await import("@/app/api/webhooks/stripe/route");
  return call(POST, "POST", "/api/webhooks/stripe", { body, headers: { "stripe-signature": header } });
}

/** Sends all pending events in order. */
export async function deliverAll(stripe: StartedSandbox["stripe"]): Promise<string[]> {
  const events = stripe.webhooks.held.splice(0);
  for (const { body } of events) await report(body);
  return events.map(({ type }) => type);
}

export function getMirror(customer: Pick<Customer, "id">) {
  return prisma().subscription.findUnique({ where: { userId: customer.id } });
}

export async function getStatus(customer: Customer): Promise<{ isPro: boolean; subscription: object }> {
  const { GET } = await import("@/app/api/subscriptions/status/route");
  const { body } = await call<{ isPro: boolean; subscription: object }>(
    GET,
    "GET",
    "/api/subscriptions/status",
    {
      bearer: customer.bearer,
    },
  );
  return body;
}

/** Emails about Pro, in sending order. */
export async function noticesTo(customer: Pick<Customer, "id">): Promise<string[]> {
  const { rows } = await pool().query<{ template: string }>(
    `SELECT "template" FROM "Delivery" WHERE "userId" = $1 AND "template" LIKE 'pro-%' ORDER BY "createdAt", "id"`,
    [customer.id],
  );
  return rows.map(({ template }) => template);
}

/** Creates active watches, oldest first. */
export async function giveWatches(customer: Pick<Customer, "id">, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1 + at));
    ids.push((await createWatch(customer, { keyword: `keyword ${at}`, createdAt })).id);
  }
  return ids;
}

export async function getWatches(customer: Pick<Customer, "id">) {
  const watches = await prisma().watch.findMany({
    where: { userId: customer.id },
    orderBy: { createdAt: "asc" },
  });
  return watches.map(({ isActive, pausedBy }) => ({ isActive, pausedBy }));
}

export function subscriptionsAtStripe(
  stripe: StartedSandbox["stripe"],
  customerId: string | null | undefined,
): { id: string; status: SubscriptionStatus }[] {
  return stripe.books.all("subscription").filter((one) => one.customer === customerId);
}
