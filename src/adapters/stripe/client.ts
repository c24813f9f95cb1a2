import Stripe from "stripe";
import { env } from "@/env";
import { StripeFailure } from "./failure";

const timeoutMs = 8_000;
/** The SDK retries lost responses with the same idempotency key. */
const retries = 1;

let cached: { client: Stripe; key: string } | undefined;

function client(): Stripe {
  const { secretKey, url } = stripeSettings();
  const key = `${secretKey} ${url}`;
  if (cached?.key !== key) cached = { client: createClient(secretKey, new URL(url)), key };
  return cached.client;
}

/** Returns the Stripe settings, which are complete if BILLING is on. Throws otherwise. */
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
    // The SDK only supports hosts, but a mock server can have a path.
    httpClient: {
      getClientName: () => http.getClientName(),
      makeRequest: (host, at, path, ...rest) => http.makeRequest(host, at, `${below}${path}`, ...rest),
    },
  });
}

/** Sends an API request. Throws StripeFailure for every Stripe error. */
export async function request<T>(call: (stripe: Stripe) => Promise<T>): Promise<T> {
  try {
    return await call(client());
  } catch (error) {
    throw getFailure(error);
  }
}

/** Like `request`, but returns null if the object doesn't exist or can no longer be changed. */
export async function findOrNull<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | null> {
  try {
    return await call(client());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && isGone(error)) return null;
    throw getFailure(error);
  }
}

/** Maximum number of errors that Stripe can store for an operation within a day. */
const maxKeys = 20;

/**
 * Calls with an idempotency key. Stripe replays the first result of a key for a day, even a 500, so each
 * replayed error leads to the next key of a fixed sequence. Parallel requests see the same replays, so they
 * still share the key that succeeds. After a new error we don't know whether the request was executed.
 */
export async function withKey<T>(key: string, call: (idempotencyKey: string) => Promise<T>): Promise<T> {
  for (let number = 1; ; number++) {
    try {
      return await call(number === 1 ? key : `${key}-${number}`);
    } catch (error) {
      if (number === maxKeys || !isReplayed(error)) throw error;
    }
  }
}

function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

function isGone(error: Stripe.errors.StripeInvalidRequestError): boolean {
  if (error.code === "resource_missing" || error.code === "charge_already_refunded") return true;
  // The subscription or checkout has ended in the meantime. Stripe has no error code for these.
  return /^(A canceled subscription can only|Only Checkout Sessions with a status)/.test(error.message);
}

function getFailure(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isOutage = error.statusCode === undefined || error.statusCode === 429 || error.statusCode >= 500;
  return new StripeFailure(error.code ?? error.type, isOutage, { cause: error });
}

/** Parses an event. Returns null unless its signature is valid and recent. */
export function verified(bytes: Uint8Array, signature: string): unknown {
  const { webhookSecret } = stripeSettings();
  try {
    return client().webhooks.constructEvent(Buffer.from(bytes), signature, webhookSecret);
  } catch {
    return null;
  }
}
