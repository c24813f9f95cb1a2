import { randomBytes } from "node:crypto";
import type { Clock } from "../clock";
import type { Kind, Kinds } from "./objects";
import { missing } from "./refusal";

const prefixes: Record<Kind, string> = {
  customer: "cus",
  price: "price",
  product: "prod",
  promotion_code: "promo",
  payment_method: "pm",
  "checkout.session": "cs_test",
  subscription: "sub",
  invoice: "in",
  invoice_payment: "inpay",
  payment_intent: "pi",
  charge: "ch",
  refund: "re",
  dispute: "du",
  "billing_portal.session": "bps",
  event: "evt",
};

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

const maxStoredEvents = 500;

/** Creates an id in Stripe's format. */
export function newId(kind: Kind): string {
  const random = [...randomBytes(24)].map((byte) => letters[byte % letters.length]).join("");
  return `${prefixes[kind]}_${random}`;
}

/** All Stripe objects by kind, in creation order. */
export class Books {
  readonly #shelves = new Map<Kind, Map<string, Kinds[Kind]>>();
  /** Deleted customers. They can be read, but not used. */
  readonly deleted = new Set<string>();
  /** Price and metadata of checkouts, for their subscriptions. Not part of any response. */
  readonly orders = new Map<string, { priceId: string; metadata: Record<string, string>; origin: string }>();

  constructor(readonly clock: Clock) {}

  clear(): void {
    this.#shelves.clear();
    this.deleted.clear();
    this.orders.clear();
  }

  /** Serializes all objects, but only the newest events. */
  written(): string {
    const shelves = [...this.#shelves].map(([kind, shelf]) => [
      kind,
      [...shelf.values()].slice(kind === "event" ? -maxStoredEvents : 0),
    ]);
    return JSON.stringify({ shelves, deleted: [...this.deleted], orders: [...this.orders] });
  }

  /** Restores the result of `written`. */
  read(text: string): void {
    this.clear();
    const saved = JSON.parse(text) as {
      shelves: [Kind, Kinds[Kind][]][];
      deleted: string[];
      orders: [string, { priceId: string; metadata: Record<string, string>; origin: string }][];
    };
    for (const [kind, things] of saved.shelves)
      this.#shelves.set(kind, new Map(things.map((thing) => [thing.id, thing])));
    for (const id of saved.deleted) this.deleted.add(id);
    for (const [id, order] of saved.orders) this.orders.set(id, order);
  }

  now(): number {
    return Math.floor(this.clock.nowMs() / 1000);
  }

  add<K extends Kind>(
    kind: K,
    fields: Omit<Kinds[K], "id" | "object" | "created" | "livemode">,
    id = newId(kind),
  ) {
    const thing = {
      id,
      object: kind,
      created: this.now(),
      livemode: false,
      ...fields,
    } as unknown as Kinds[K];
    this.#shelf(kind).set(id, thing);
    return thing;
  }

  find<K extends Kind>(kind: K, id: string | null | undefined): Kinds[K] | undefined {
    return id === null || id === undefined ? undefined : this.#shelf(kind).get(id);
  }

  /** Throws Stripe's error if the object doesn't exist. */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const found = this.find(kind, id);
    if (found === undefined) throw missing(kind, id, param);
    return found;
  }

  /** Returns a customer, unless it was deleted. */
  customer(id: string, param?: string): Kinds["customer"] {
    if (this.deleted.has(id)) throw missing("customer", id, param);
    return this.get("customer", id, param);
  }

  /** Newest first. */
  all<K extends Kind>(kind: K): Kinds[K][] {
    return [...this.#shelf(kind).values()].reverse();
  }

  /** Finds an object of any kind by its id. */
  named(id: string): Kinds[Kind] | undefined {
    for (const shelf of this.#shelves.values()) {
      const found = shelf.get(id);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  drop(kind: Kind, id: string): void {
    this.#shelf(kind).delete(id);
  }

  #shelf<K extends Kind>(kind: K): Map<string, Kinds[K]> {
    let shelf = this.#shelves.get(kind);
    if (shelf === undefined) this.#shelves.set(kind, (shelf = new Map()));
    return shelf as Map<string, Kinds[K]>;
  }
}
