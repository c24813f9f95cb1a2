import { beforeEach, expect, it, vi } from "vitest";
import { refreshSubscription } from "@/server/billing/refresh";
import { prisma } from "@/server/platform/database";
import { log } from "@/server/platform/log";
import { getMirror, newCustomer, stripeStage, upgrade } from "../../support/stripe-stage";

const stage = stripeStage();

beforeEach(() => stage.sandbox.failures.clear());

/** Returns a Pro user who has just changed their email address. */
async function movedCustomer() {
  const alice = await newCustomer();
  await upgrade(alice, stage.stripe);
  const customerId = (await getMirror(alice))!.customerId!;
  const email = `moved-${alice.id}@earshot.example`;
  await prisma().user.update({ where: { id: alice.id }, data: { email } });
  const update = `POST /v1/customers/${customerId}`;
  return {
    alice,
    email,
    atStripe: () => stage.stripe.books.customer(customerId).email,
    countUpdates: () => stage.stripe.requests.filter((request) => request === update).length,
  };
}

it("updates the customer's email address once after a change", async () => {
  const { alice, email, atStripe, countUpdates } = await movedCustomer();
  expect([atStripe(), countUpdates()]).toEqual([alice.email, 0]);
  await refreshSubscription(alice.id, new Date());
  expect([atStripe(), countUpdates()]).toEqual([email, 1]);
  await refreshSubscription(alice.id, new Date());
  expect(countUpdates()).toBe(1);
});

it("keeps Pro if the customer's email address can't be updated, and tries again", async () => {
  const { alice, email, atStripe } = await movedCustomer();
  const error = vi.spyOn(log(), "error");
  // The first request reads the customer.
  const path = "^/v1/customers/[^/]+$";
  stage.sandbox.failures.set({ service: "stripe", mode: "json", status: 500, path, skip: 1 });
  expect(await refreshSubscription(alice.id, new Date())).toBeNull();
  expect(error.mock.calls.map(([, text]) => text)).toEqual(["the customer's email wasn't updated at Stripe"]);
  error.mockRestore();
  expect([atStripe(), (await getMirror(alice))!.status]).toEqual([alice.email, "active"]);
  stage.sandbox.failures.clear();
  await refreshSubscription(alice.id, new Date());
  expect(atStripe()).toBe(email);
});
