import Stripe from "stripe";
import { env } from "@/env";
import { StripeFailure } from "./failure";

const timeoutMs = 8_000;
/** The SDK repeats a request whose answer got lost, under the same idempotency key. */
const retries = 1;

let kept: { client: Stripe; key: string } | undefined;

function client(): Stripe {
  const { secretKey, url } = stripeSettings();
  const key = `${secretKey} ${url}`;
  if (kept?.key !== key) kept = { client: createClient(secretKey, new URL(url)), key };
  return kept.client;
}

/** What is set of Stripe, whole wherever BILLING is on; where it is off nobody may ask. */
export function stripeSettings() {
  const settings = env();
  const secretKey = settings.STRIPE_SECRET_KEY;
  const webhookSecret = settings.STRIPE_WEBHOOK_SECRET;
  const monthly = settings.STRIPE_PRICE_MONTHLY;
  const yearly = settings.STRIPE_PRICE_YEARLY;
  if (!secretKey || !webhookSecret || !monthly || !yearly) throw new Error("Stripe isn't configured");
  return { secretKey, webhookSecret, prices: { monthly, yearly }, url: settings.STRIPE_API_URL };
}

function createClient(secretKey: string, { hostname, port, protocol, pathname }: URL): Stripe {
  const http = Stripe.createNodeHttpClient();
  const below = pathname.replace(/(?<!\/)\/+$/, "");
  return new Stripe(secretKey, {
    host: hostname,
    port: port === "" ? undefined : port,
    protocol: protocol === "http:" ? "http" : "https",
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    // The SDK knows hosts only; a stand-in may live below a path.
    httpClient: {
      getClientName: () => http.getClientName(),
      makeRequest: (host, at, path, ...rest) => http.makeRequest(host, at, `${below}${path}`, ...rest),
    },
  });
}

/** Makes one call of the API; every failure is a StripeFailure. */
export async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await call(client());
  } catch (error) {
    throw failureOf(error);
  }
}

/** As `ask`; null where Stripe says that what is meant doesn't exist, or no longer takes such a change. */
export async function findOrNull<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | null> {
  try {
    return await call(client());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isGone(error)) return null;
    throw failureOf(error);
  }
}

function isGone(error: Stripe.errors.StripeInvalidRequestError): boolean {
  if (error.code === "resource_missing" || error.code === "charge_already_refunded") return true;
  // A subscription or checkout that has ended meanwhile; Stripe gives these no code.
  return /^(A canceled subscription can only|Only Checkout Sessions with a status)/.test(error.message);
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isOutage = error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500;
  return new StripeFailure(error.code ?? error.type, isOutage, { cause: error });
}

/** The event that these bytes are, null unless the signature over them is right and fresh. */
export function verified(bytes: Uint8Array, signature: string): unknown {
  const { webhookSecret } = stripeSettings();
  // The SDK says no by throwing, whatever is wrong with what came.
  try {
    return client().webhooks.constructEvent(Buffer.from(bytes), signature, webhookSecret);
  } catch {
    return null;
  }
}
