import { describe, expect, it } from "vitest";
import {
  getCurrent,
  findDuplicates,
  type Mirrored,
  getNotices,
  type PaidSubscription,
  duplicateSubscriptions,
} from "@/domain/plans/subscription";

const now = new Date("2026-11-21T12:00:00Z");

function subscription(id: string, status: string, over: Partial<PaidSubscription> = {}): PaidSubscription {
  return {
    id,
    status,
    priceId: "price_monthly",
    createdAt: new Date(now.getTime() - 86_400_000),
    cancelAtPeriodEnd: false,
    currentPeriodStart: null,
    currentPeriodEnd: null,
    latestInvoiceId: null,
    isRefunded: false,
    ...over,
  };
}

const older = { createdAt: new Date(now.getTime() - 2 * 86_400_000) };
const refunded = { isRefunded: true };

const rows: [string, PaidSubscription[], string | null, [string, boolean][]][] = [
  ["none", [], null, []],
  ["a paid one", [subscription("a", "active")], "a", []],
  [
    "a paid one after an ended one",
    [subscription("b", "canceled", older), subscription("a", "active")],
    "a",
    [],
  ],
  ["two paid ones", [subscription("b", "active"), subscription("a", "past_due", older)], "a", [["b", true]]],
  ["a refunded one", [subscription("a", "active", refunded)], "a", [["a", false]]],
  [
    "a refunded one and a paid one",
    [subscription("a", "active", { ...older, ...refunded }), subscription("b", "active")],
    "b",
    [["a", false]],
  ],
  [
    "a recoverable one and a paid one",
    [subscription("a", "active"), subscription("b", "unpaid", older), subscription("c", "incomplete")],
    "a",
    [
      ["b", false],
      ["c", false],
    ],
  ],
  ["only a recoverable one", [subscription("a", "unpaid"), subscription("b", "canceled")], "a", []],
  ["an ended, refunded one", [subscription("a", "canceled", refunded)], "a", []],
  ["only ended ones", [subscription("a", "canceled"), subscription("b", "canceled", older)], "a", []],
];

describe("subscriptions of a customer at Stripe", () => {
  it.each(rows)("%s", (_, subscriptions, current, excess) => {
    for (const order of [subscriptions, subscriptions.toReversed()]) {
      expect(getCurrent(order)?.id ?? null).toBe(current);
      const found = duplicateSubscriptions(order).map(({ subscription, isDouble }) => [
        subscription.id,
        isDouble,
      ]);
      expect(found.toSorted()).toEqual(excess);
    }
  });

  it("reports a refunded duplicate payment for a week", () => {
    const retained = subscription("a", "active", older);
    const second = subscription("b", "canceled", refunded);
    expect(findDuplicates([retained, second], retained, now)).toEqual([second]);
    expect(findDuplicates([retained, second], retained, new Date(now.getTime() + 7 * 86_400_000))).toEqual(
      [],
    );
    expect(findDuplicates([second], second, now)).toEqual([]);
    expect(findDuplicates([retained, subscription("b", "canceled")], retained, now)).toEqual([]);
  });
});

const none: Mirrored = { subscriptionId: null, status: "none", latestInvoiceId: null, isRefunded: false };
const mirrored = (status: string, over: Partial<Mirrored> = {}): Mirrored => ({
  ...none,
  subscriptionId: "a",
  status,
  latestInvoiceId: "in_1",
  ...over,
});

const ways: [string, Mirrored, Mirrored, string[]][] = [
  ["from none to none", none, none, []],
  ["to Pro", none, mirrored("active"), ["pro-welcome:a"]],
  ["from incomplete to Pro", mirrored("incomplete"), mirrored("active"), ["pro-welcome:a"]],
  [
    "to another subscription",
    mirrored("canceled"),
    mirrored("active", { subscriptionId: "b" }),
    ["pro-welcome:b"],
  ],
  ["Pro stays Pro", mirrored("active"), mirrored("active", { latestInvoiceId: "in_2" }), []],
  ["a payment failed", mirrored("active"), mirrored("past_due"), ["pro-payment-failed:in_1"]],
  ["the payment failed again for the same invoice", mirrored("past_due"), mirrored("past_due"), []],
  [
    "the next invoice's payment failed too",
    mirrored("past_due"),
    mirrored("past_due", { latestInvoiceId: "in_2" }),
    ["pro-payment-failed:in_2"],
  ],
  ["it was paid later", mirrored("past_due"), mirrored("active"), []],
  ["it was reactivated", mirrored("unpaid"), mirrored("active"), []],
  ["it ended", mirrored("active"), mirrored("canceled"), ["pro-ended:a"]],
  ["it went unpaid", mirrored("past_due"), mirrored("unpaid"), ["pro-ended:a"]],
  ["it remains ended", mirrored("canceled"), mirrored("canceled"), []],
  ["the customer was deleted", mirrored("active"), { ...none, status: "canceled" }, ["pro-ended:a"]],
  ["it was refunded", mirrored("active"), mirrored("canceled", { isRefunded: true }), ["pro-refunded:a"]],
  [
    "it was refunded after it ended",
    mirrored("canceled"),
    mirrored("canceled", { isRefunded: true }),
    ["pro-refunded:a"],
  ],
  [
    "it remains refunded",
    mirrored("canceled", { isRefunded: true }),
    mirrored("canceled", { isRefunded: true }),
    [],
  ],
  [
    "paid and refunded between two syncs",
    none,
    mirrored("canceled", { isRefunded: true }),
    ["pro-refunded:a"],
  ],
];

describe("notices about Pro", () => {
  it.each(ways)("%s", (_, before, after, result) => {
    expect(getNotices(before, after).map(({ notice, about }) => `${notice}:${about}`)).toEqual(result);
  });
});
