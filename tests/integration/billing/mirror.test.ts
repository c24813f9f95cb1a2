import { expect, it } from "vitest";
import type { PaidSubscription } from "@/domain/plans/subscription";
import { applyRead } from "@/server/billing/mirror";
import { pool, transaction } from "@/server/platform/database";
import { beginStripeRead } from "@/server/billing/refresh";
import { claimCustomer } from "@/server/billing/statements/mirror";
import { makeUser } from "../../support/pending-email";
import { getMirror, noticesTo } from "../../support/stripe-stage";
import "../../support/parallel-connections";

const now = new Date();
const subscription: PaidSubscription = {
  id: "sub_1",
  status: "active",
  priceId: "price_monthly",
  createdAt: now,
  cancelAtPeriodEnd: false,
  currentPeriodStart: now,
  currentPeriodEnd: new Date(now.getTime() + 86_400_000),
  latestInvoiceId: "in_1",
  isRefunded: false,
};

async function newCustomer() {
  const { id } = await makeUser();
  const customerId = `cus_${id}`;
  await claimCustomer(id, customerId, now);
  const begin = async () => (await beginStripeRead(id))!.ticket;
  const apply = (ticket: number, status: string) => {
    const subscriptions = [{ ...subscription, id: `sub_${id}`, status }];
    const state = { email: null, subscriptions, hasOpenDispute: false };
    return transaction((tx) => applyRead(tx, { userId: id, customerId, ticket, state, now }));
  };
  return { id, customerId, begin, apply };
}

it("the read that started later wins in any order of writing", async () => {
  const alice = await newCustomer();
  const [early, late] = [await alice.begin(), await alice.begin()];
  await alice.apply(late, "active");
  await alice.apply(early, "canceled");
  expect((await getMirror(alice))?.status).toBe("active");
  const [next, last] = [await alice.begin(), await alice.begin()];
  await alice.apply(next, "past_due");
  await alice.apply(last, "canceled");
  expect((await getMirror(alice))?.status).toBe("canceled");
  expect(await noticesTo(alice)).toEqual(["pro-welcome", "pro-payment-failed", "pro-ended"]);
});

it("discards a read of a replaced customer", async () => {
  const alice = await newCustomer();
  const ticket = await alice.begin();
  await pool().query(`UPDATE "Subscription" SET "customerId" = 'cus_other' WHERE "userId" = $1`, [alice.id]);
  await alice.apply(ticket, "active");
  expect((await getMirror(alice))?.status).toBe("none");
});

it("keeps the first of two customers created concurrently", async () => {
  const { id } = await makeUser();
  const claims = ["one", "other"].map((name) => claimCustomer(id, `${name}_${id}`, now));
  const [one, other] = await Promise.all(claims);
  expect(one).toBe(other);
  expect((await getMirror({ id }))?.customerId).toBe(one);
});
