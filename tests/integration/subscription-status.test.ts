import { expect, test } from "vitest";
import { createNotification, createSubscription, createWatch } from "../../prisma/factories";
import * as status from "@/app/api/subscriptions/status/route";
import * as usage from "@/app/api/subscriptions/usage/route";
import {
  subscriptionStatusResponse,
  usageResponse,
  type SubscriptionStatusResponse,
} from "@/contract/subscription";
import { findAccount } from "@/server/accounts/statements/accounts";
import { getPlanAndUsage } from "@/server/billing/subscriptions";
import { pool, prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";

const end = new Date("2027-01-05T00:00:00.000Z");
const free = {
  isPro: false,
  subscription: {
    plan: "free",
    status: "active",
    cancelAtPeriodEnd: false,
    currentPeriodEnd: null,
    priceId: null,
  },
};
const pro = (word: string) => ({
  isPro: true,
  subscription: {
    plan: "pro",
    status: word,
    cancelAtPeriodEnd: true,
    currentPeriodEnd: end.toISOString(),
    priceId: null,
  },
});

test.each<[string | null, object]>([
  [null, free],
  ["active", pro("active")],
  ["past_due", pro("past_due")],
  ["canceled", free],
  ["incomplete", free],
  ["unpaid", free],
])("returns the status of a subscription: %s", async (word, expected) => {
  const person = await signedIn();
  if (word !== null) {
    const mirrored = { status: word, cancelAtPeriodEnd: true, currentPeriodEnd: end, syncedAt: new Date() };
    const ids = { customerId: `cus_${person.user.id}`, subscriptionId: `sub_${person.user.id}` };
    await prisma().subscription.create({ data: { userId: person.user.id, ...ids, ...mirrored } });
  }
  const { body } = await person.request(status, "GET", "/subscriptions/status");
  expect(body).toEqual(expected);
  expect(subscriptionStatusResponse.parse(body)).toEqual(body);
});

test.each([
  ["price_monthly", "monthly"],
  ["price_yearly", "yearly"],
  ["price_of_last_year", null],
])("a subscription at Stripe's price %s has the price id %s", async (priceId, result) => {
  const person = await signedIn();
  await createSubscription(person.user, { priceId });
  const { body } = await person.request<SubscriptionStatusResponse>(status, "GET", "/subscriptions/status");
  expect(body.subscription.priceId).toBe(result);
});

test("usage counts the user's watches and notifications against the plan's limit", async () => {
  const owner = await signedIn();
  const watch = await createWatch(owner.user, { isActive: false, pausedBy: "plan" });
  await createWatch(owner.user, { keyword: "other" });
  await createNotification(watch);
  await createNotification(watch, { status: "archived" });
  await createNotification(watch, { deletedAt: new Date() });
  const { body } = await owner.request(usage, "GET", "/subscriptions/usage");
  expect(usageResponse.parse(body)).toEqual(body);
  expect(body).toEqual({ keywordCount: 2, keywordLimit: 3, notificationCount: 2, pausedByPlan: 1 });
  const anonymous = await signedIn("pro");
  expect((await anonymous.request(usage, "GET", "/subscriptions/usage")).body).toEqual({
    keywordCount: 0,
    keywordLimit: null,
    notificationCount: 0,
    pausedByPlan: 0,
  });
});

test("a page shows status and limit of one plan, even if the plan ends while it loads", async () => {
  const person = await signedIn("pro");
  const before = (await findAccount(pool(), person.user.id))!;
  await createWatch(person.user, { isActive: false, pausedBy: "plan" });
  await prisma().subscription.update({ where: { userId: before.id }, data: { status: "canceled" } });
  const read = await getPlanAndUsage(before);
  expect(read).toMatchObject({ status: free, usage: { keywordLimit: 3, pausedByPlan: 1 } });
});
