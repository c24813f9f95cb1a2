import type { Clock } from "../clock";
import { type ParsedRequest, json } from "../http";
import { IdempotencyKeys } from "../resend/idempotency-keys";
import { act } from "./acts";
import { Books } from "./books";
import { calls, type StripeBackend, expandsIn, readList, readOne, shelves } from "./requests";
import { stockUp } from "./catalogue";
import { Checkout } from "./checkout";
import { expanded } from "./expand";
import { Keeper } from "./keeper";
import { type Fields, fieldsIn } from "./fields";
import { Payments } from "./payments";
import { Refusal } from "./refusal";
import { Subscriptions } from "./subscriptions";
import { type SignedEvent, Webhooks } from "./webhooks";

/** Prevents SDK retries: the same key returns the stored error. */
const noRetry = { "stripe-should-retry": "false" };

const apiVersion = "2026-10-28.endive";

/** Event types of the webhook endpoint, as listed in docs/operations.md. */
const endpointEvents = new Set([
  "checkout.session.completed",
  "customer.subscription.created",
  "customer.subscription.updated",
  "customer.subscription.deleted",
  "customer.subscription.paused",
  "customer.subscription.resumed",
  "customer.deleted",
  "invoice.paid",
  "invoice.payment_failed",
  "charge.refunded",
  "charge.dispute.created",
  "charge.dispute.closed",
]);

export interface StripeOptions {
  clock: Clock;
  /** Target of webhook events. Null: none. */
  webhookUrl: string | null;
  webhookWaitsMs?: readonly number[];
  /** File that stores the objects, if any. */
  file?: string;
}

/** The parts of Stripe's REST API that the app uses. */
export class Stripe {
  static readonly apiKey = "sk_test_sandbox";
  static readonly webhookSecret = "whsec_sandbox-stripe";

  readonly books: Books;
  readonly payments: Payments;
  readonly subscriptions: Subscriptions;
  readonly checkout: Checkout;
  readonly webhooks: Webhooks;
  /** All API requests, such as `POST /v1/refunds`. */
  requests: string[] = [];
  readonly #keys = new IdempotencyKeys();
  readonly #keeper: Keeper | null;

  constructor({ clock, webhookUrl, webhookWaitsMs, file }: StripeOptions) {
    this.books = new Books(clock);
    this.webhooks = new Webhooks({ url: webhookUrl, secret: Stripe.webhookSecret, waitsMs: webhookWaitsMs });
    this.payments = new Payments(this.books, (type, object) => this.#happened(type, object));
    this.subscriptions = new Subscriptions(this.payments);
    this.checkout = new Checkout(this.subscriptions);
    stockUp(this.books);
    this.#keeper = file === undefined ? null : new Keeper(this.books, file);
  }

  reset(): void {
    this.books.clear();
    this.webhooks.clear();
    this.#keys.clear();
    this.requests = [];
    stockUp(this.books);
    this.#keeper?.changed();
  }

  /** Runs a simulated action by name, see acts.ts. */
  act(name: string, fields: Record<string, unknown> = {}): object {
    return act(this, name, fields);
  }

  /** Applies everything due by the clock. */
  catchUp(): void {
    this.subscriptions.catchUp();
    this.checkout.catchUp();
  }

  /** Handles an API request: /v1/… below the prefix. `failed` replaces the result of a failing request. */
  async respond(request: ParsedRequest, failed: Response | null = null): Promise<Response> {
    if (failed !== null) return this.#fail(request, failed);
    this.catchUp();
    this.requests.push(`${request.method} ${request.path}`);
    if (request.headers.get("authorization") !== `Bearer ${Stripe.apiKey}`)
      return new Refusal(401, "Invalid API Key provided.").respond();
    const key = getKey(request);
    if (key === null) return this.#called(request);
    return this.#begin(request, key) ?? this.#called(request, key);
  }

  /** Stores 5xx responses under their idempotency key, except those of the edge (HTML), as Stripe does. */
  async #fail(request: ParsedRequest, failed: Response): Promise<Response> {
    const key = getKey(request);
    const isStored = failed.status >= 500 && failed.headers.get("content-type")?.includes("json");
    if (key === null || isStored !== true) return failed;
    const body: unknown = await failed.json();
    const known = this.#begin(request, key);
    if (known !== null) return known;
    this.#keys.complete(key, JSON.stringify({ status: failed.status, body }));
    return json(failed.status, body, noRetry);
  }

  /** Returns the stored response, or an error if the key belongs to another request, or null if it is new. */
  #begin(request: ParsedRequest, key: string): Response | null {
    const state = this.#keys.begin(key, request.path, request.body, this.books.clock.now());
    if (state.kind === "answered") {
      const { status, body } = JSON.parse(state.response) as { status: number; body: unknown };
      const advice = status >= 500 ? noRetry : {};
      return json(status, body, { "idempotent-replayed": "true", ...advice });
    }
    if (state.kind !== "new") {
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`;
      return new Refusal(400, message, { type: "idempotency_error" }).respond();
    }
    return null;
  }

  #called(request: ParsedRequest, key: string | null = null): Response {
    // Convert API errors to responses.
    try {
      const body = this.#result(request);
      if (request.method !== "GET") this.#keeper?.changed();
      if (key !== null) this.#keys.complete(key, JSON.stringify({ status: 200, body }));
      return json(200, body, { "stripe-version": apiVersion });
    } catch (error) {
      if (key !== null) this.#keys.release(key);
      if (error instanceof Refusal) return error.respond();
      throw error;
    }
  }

  #result(request: ParsedRequest): object {
    const backend: StripeBackend = {
      checkout: this.checkout,
      subscriptions: this.subscriptions,
      origin: `http://${request.headers.get("host") ?? "127.0.0.1"}`,
    };
    this.subscriptions.origin = backend.origin;
    const fields = fieldsIn(request.method === "GET" ? request.query : new URLSearchParams(request.body));
    return expanded(this.books, this.#find(request, backend, fields), expandsIn(fields));
  }

  #find({ method, path }: ParsedRequest, backend: StripeBackend, fields: Fields): object {
    const place = path.replace(/^\/v1\//, "").replace(/\/$/, "");
    if (method === "GET" && place in shelves) return readList(backend, place, fields);
    const [, folder = "", id = ""] = /^(.*)\/([^/]+)$/.exec(place) ?? [];
    const shelf = shelves[folder];
    if (method === "GET" && shelf !== undefined) return readOne(backend, shelf.kind, decodeURIComponent(id));
    for (const [pattern, call] of Object.entries(calls)) {
      const found = new RegExp(`^${pattern.replaceAll("*", "([^/]+)")}$`).exec(`${method} /v1/${place}`);
      if (found !== null) return call(backend, fields, decodeURIComponent(found[1] ?? ""));
    }
    throw new Refusal(404, `Unrecognized request URL (${method}: ${path}).`);
  }

  #happened(type: string, object: object): void {
    const event = this.books.add("event", {
      api_version: apiVersion,
      type,
      data: { object: structuredClone(object) as Record<string, unknown> },
      pending_webhooks: endpointEvents.has(type) ? 1 : 0,
      request: { id: null, idempotency_key: null },
    });
    this.#keeper?.changed();
    if (!endpointEvents.has(type)) return;
    const signed: SignedEvent = { id: event.id, type, body: JSON.stringify(event) };
    this.webhooks.send(signed);
  }
}

function getKey({ method, headers }: ParsedRequest): string | null {
  return method === "POST" ? headers.get("idempotency-key") : null;
}
