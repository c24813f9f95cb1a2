import { afterAll, beforeAll } from "vitest";
import type { CheckoutRequest } from "@/contract/subscription";
import { pool, prisma } from "@/server/platform/database";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { type StartedSandbox, startSandbox } from "../../sandbox/server";
import type { SubscriptionStatus } from "../../sandbox/stripe/objects";
import { signatureOf } from "../../sandbox/stripe/webhooks";
import { call, type Answered } from "./call";
import { testSettings } from "./settings";

type Handler = Parameters<typeof call>[0];

/** Somebody signed in, and what they are to Stripe. */
export interface Customer {
  id: string;
  email: string;
  bearer: string;
}

/**
 * The sandbox with its Stripe for a test file. Its events are held back: `tellAll` hands them to the webhook as they
 * would arrive, so that a test decides what arrives, when and how often.
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

/** A Free account with a session. */
export async function newCustomer(): Promise<Customer> {
  const user = await createUser();
  const { bearer } = await createSession(user);
  return { id: user.id, email: user.email, bearer };
}

export async function post<T = Record<string, unknown>>(
  route: string,
  customer: Pick<Customer, "bearer">,
  body: unknown = {},
): Promise<Answered<T>> {
  const { POST } = (await import(`../../src/app/api/subscriptions/${route}/route.ts`)) as { POST: Handler };
  return call<T>(POST, "POST", `/api/subscriptions/${route}`, { bearer: customer.bearer, body });
}

/** Opens a checkout; answers the session's id at Stripe. */
export async function openCheckout(
  customer: Customer,
  priceId: CheckoutRequest["priceId"] = "monthly",
): Promise<string> {
  const { status, body } = await post<{ url: string }>("create-checkout-session", customer, { priceId });
  if (status !== 200) throw new Error(`checkout answered ${status} ${JSON.stringify(body)}`);
  return body.url.split("/").at(-1)!;
}

/** Upgrades in one go: checkout, payment, the way back. Answers the subscription's id at Stripe. */
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

/** One event as it comes over the wire. */
export async function tell(body: string, header = signatureOf(body, testSettings.STRIPE_WEBHOOK_SECRET)) {
  const { POST } = await import("@/app/api/webhooks/stripe/route");
  return call(POST, "POST", "/api/webhooks/stripe", { body, headers: { "stripe-signature": header } });
}

/** All that has happened and was not told yet, in its order. */
export async function tellAll(stripe: StartedSandbox["stripe"]): Promise<string[]> {
  const events = stripe.webhooks.held.splice(0);
  for (const { body } of events) await tell(body);
  return events.map(({ type }) => type);
}

export function mirrorOf(customer: Pick<Customer, "id">) {
  return prisma().subscription.findUnique({ where: { userId: customer.id } });
}

export async function statusOf(customer: Customer): Promise<{ isPro: boolean; subscription: object }> {
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

/** What is told by mail about Pro, in the order of telling. */
export async function noticesTo(customer: Pick<Customer, "id">): Promise<string[]> {
  const { rows } = await pool().query<{ template: string }>(
    `SELECT "template" FROM "Delivery" WHERE "userId" = $1 AND "template" LIKE 'pro-%' ORDER BY "createdAt", "id"`,
    [customer.id],
  );
  return rows.map(({ template }) => template);
}

/** Active watches, the first the oldest. */
export async function giveWatches(customer: Pick<Customer, "id">, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const createdAt = new Date(Date.UTC(2026, 0, 1 + at));
    ids.push((await createWatch(customer, { keyword: `keyword ${at}`, createdAt })).id);
  }
  return ids;
}

export async function watchesOf(customer: Pick<Customer, "id">) {
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
