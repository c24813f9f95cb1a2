import fc from "../../support/seeded";
import { expect, it } from "vitest";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { refreshSubscription } from "@/server/billing/refresh";
import { claimCustomer } from "@/server/billing/statements/mirror";
import { Refusal } from "../../../sandbox/stripe/refusal";
import { WrongAct } from "../../../sandbox/stripe/acts";
import type { SignedEvent } from "../../../sandbox/stripe/webhooks";
import { makeUser } from "../../support/pending-email";
import { getMirror, stripeStage, report } from "../../support/stripe-stage";
import "../../support/parallel-connections";

/** SHUFFLED_ROUNDS=500 is the full run: random sequences of events, delivered in any order. */
const sequences = Number(process.env.SHUFFLED_ROUNDS ?? 100);
const stage = stripeStage();

/**
 * Actions of users and banks, and passing time. The upgrade is first, since without it there are no events.
 */
const acts: [name: string, input: object][] = [
  ["subscribe", {}],
  ["subscribe", { price: "price_yearly" }],
  ["subscribe", { paid: false }],
  ["endPeriod", { payment: "succeeds" }],
  ["endPeriod", { payment: "fails" }],
  ["retryPayment", { payment: "succeeds" }],
  ["giveUp", { become: "unpaid" }],
  ["cancel", {}],
  ["cancelAtPeriodEnd", {}],
  ["reactivate", {}],
  ["pause", {}],
  ["resume", {}],
  ["refund", {}],
  ["refund", { amount: 100 }],
  ["dispute", {}],
  ["closeDispute", {}],
  ["deleteCustomer", {}],
];

/** Simulated crashes: before a Stripe request, or after it was executed but before its response arrives. */
const crash = fc.option(
  fc.record({ mode: fc.constantFrom("json" as const, "truncated" as const), skip: fc.nat(6) }),
  { freq: 4 },
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("act" as const), which: fc.nat(acts.length - 1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("tell" as const), pick: fc.nat(), crash }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("race" as const), picks: fc.tuple(fc.nat(), fc.nat()) }),
  },
);
const scenario = fc.record({
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
  /** If true, the last events are lost and only the daily read finds their effects. */
  isLossy: fc.boolean(),
  order: fc.infiniteStream(fc.nat()),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class Story {
  /** All events, and the events not accepted yet. */
  readonly events: SignedEvent[] = [];
  readonly untaken = new Set<SignedEvent>();

  constructor(
    readonly userId: string,
    readonly customerId: string,
  ) {}

  act(name: string, input: object): void {
    try {
      stage.stripe.act(name, { customer: this.customerId, ...input });
    } catch (error) {
      // Some actions are invalid in the current state.
      if (!(error instanceof WrongAct || error instanceof Refusal)) throw error;
    }
    this.receive();
  }

  receive(): void {
    const fresh = stage.stripe.webhooks.held.splice(0);
    this.events.push(...fresh);
    for (const event of fresh) this.untaken.add(event);
  }

  async report(event: SignedEvent): Promise<void> {
    if ((await report(event.body)).status === 200) this.untaken.delete(event);
    this.receive();
  }

  async go(one: Step): Promise<void> {
    const picked = (at: number) => this.events[at % this.events.length]!;
    if (one.do === "act") return this.act(...acts[one.which]!);
    if (this.events.length === 0) return;
    if (one.do === "race") {
      await Promise.all(one.picks.map((at) => this.report(picked(at))));
      return;
    }
    if (one.crash !== null)
      stage.sandbox.failures.set({ service: "stripe", status: 400, count: 1, ...one.crash });
    await this.report(picked(one.pick));
    stage.sandbox.failures.clear();
  }
}

async function begin(): Promise<Story> {
  stage.stripe.reset();
  stage.stripe.webhooks.habits.hold = true;
  const { id, email } = await makeUser();
  const customer = stage.stripe.books.add("customer", {
    email,
    name: null,
    address: null,
    metadata: {},
    currency: null,
    invoice_settings: { default_payment_method: null },
  });
  await claimCustomer(id, customer.id, new Date());
  await pool().query(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "tags")
     SELECT w."id", $1, 'k', 'k', '{reddit:all}', w."id"::text, '{}' FROM unnest($2::uuid[]) AS w("id")`,
    [id, [newId(), newId(), newId(), newId()]],
  );
  return new Story(id, customer.id);
}

/** Compares our state with Stripe's. */
async function expectStripesState({ userId, customerId }: Story): Promise<void> {
  const { books } = stage.stripe;
  const paid = books
    .all("subscription")
    .filter(
      ({ customer, status }) => customer === customerId && (status === "active" || status === "past_due"),
    );
  expect(paid.length).toBeLessThanOrEqual(1);
  const mirror = (await getMirror({ id: userId }))!;
  const [one] = paid;
  if (one === undefined) {
    expect(["active", "past_due"]).not.toContain(mirror.status);
    const { rows } = await pool().query(
      `SELECT count(*)::int AS n FROM "Watch" WHERE "userId" = $1 AND "isActive"`,
      [userId],
    );
    expect(rows[0].n).toBe(3);
  } else {
    expect(mirror).toMatchObject({
      subscriptionId: one.id,
      status: one.status,
      cancelAtPeriodEnd: one.cancel_at_period_end,
      priceId: one.items.data[0]!.price.id,
      currentPeriodEnd: new Date(one.items.data[0]!.current_period_end * 1000),
      latestInvoiceId: one.latest_invoice,
    });
  }
  expect(mirror.customerId).toBe(books.deleted.has(customerId) ? null : customerId);
  const isDisputed = books.all("dispute").some(({ status }) => status === "needs_response");
  expect(mirror.disputedAt !== null).toBe(isDisputed && !books.deleted.has(customerId));
}

it(`${sequences} event sequences end in the state stored at Stripe`, { timeout: 900_000 }, async () => {
  const started = performance.now();
  let result = 0;
  await fc.assert(
    fc.asyncProperty(scenario, async ({ steps, isLossy, order }) => {
      const story = await begin();
      story.act(...acts[0]!);
      for (const one of steps) await story.go(one);
      for (const number of order) {
        const left = [...story.untaken];
        const event = left[number % left.length];
        if (event === undefined) break;
        if (isLossy) story.untaken.delete(event);
        else await story.report(event);
      }
      if (isLossy) await refreshSubscription(story.userId, new Date());
      result += story.events.length;
      await expectStripesState(story);
    }),
    { numRuns: sequences },
  );
  console.log(`${sequences} sequences, ${result} events, ${Math.round(performance.now() - started)} ms`);
});
