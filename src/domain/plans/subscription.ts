import { getPlan } from "./plans";

export interface PaidSubscription {
  id: string;
  status: string;
  priceId: string | null;
  createdAt: Date;
  /** True if it ends with the current period, for any reason. */
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  latestInvoiceId: string | null;
  isRefunded: boolean;
}

export interface DuplicateSubscription {
  subscription: PaidSubscription;
  /** It was paid in addition to another one, so it is refunded first. */
  isDouble: boolean;
}

export const endedStatuses: readonly string[] = ["canceled", "incomplete_expired"];

export function hasEnded(status: string): boolean {
  return endedStatuses.includes(status);
}

export function isPro(status: string | null): boolean {
  return getPlan(status).name === "pro";
}

/** Returns refunded ones, paid ones except the oldest, and, next to a paid one, possibly active ones. */
export function duplicateSubscriptions(subscriptions: readonly PaidSubscription[]): DuplicateSubscription[] {
  const effective = effectiveSubscription(subscriptions);
  return subscriptions
    .filter((one) => one !== effective && !hasEnded(one.status))
    .filter((one) => effective !== undefined || (isPro(one.status) && one.isRefunded))
    .map((subscription) => ({
      subscription,
      isDouble: isPaid(subscription),
    }));
}

/** Returns the oldest paid subscription, or the latest that can become active, or the latest. */
export function getCurrent(subscriptions: readonly PaidSubscription[]): PaidSubscription | null {
  const newest = [...subscriptions].sort((one, other) => -byAge(one, other));
  return (
    effectiveSubscription(subscriptions) ??
    newest.find(({ status }) => !hasEnded(status)) ??
    newest[0] ??
    null
  );
}

function effectiveSubscription(subscriptions: readonly PaidSubscription[]): PaidSubscription | undefined {
  return subscriptions.filter(isPaid).sort(byAge)[0];
}

export function isPaid(subscription: PaidSubscription | null): boolean {
  return subscription !== null && isPro(subscription.status) && !subscription.isRefunded;
}

function byAge(one: PaidSubscription, other: PaidSubscription): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** The stored state of a subscription. Null fields if it doesn't exist. */
export interface Mirrored {
  subscriptionId: string | null;
  status: string;
  latestInvoiceId: string | null;
  isRefunded: boolean;
}

export type BillingNotice =
  "pro-welcome" | "pro-payment-failed" | "pro-ended" | "pro-refunded" | "pro-second-refunded";

/** True for emails about the plan, which contain no expiring links. */
export function isPlanNotice(template: string | null): template is string {
  return template !== null && template.startsWith("pro-");
}

const doubledDays = 7;

export function findDuplicates(
  subscriptions: readonly PaidSubscription[],
  current: PaidSubscription | null,
  now: Date,
): PaidSubscription[] {
  const since = now.getTime() - doubledDays * 86_400_000;
  return subscriptions.filter(
    (one) =>
      one.id !== current?.id && one.isRefunded && hasEnded(one.status) && one.createdAt.getTime() > since,
  );
}

/** Returns the notices for the changes between two reads, each with a deduplication key. */
export function getNotices(before: Mirrored, after: Mirrored): { notice: BillingNotice; about: string }[] {
  const isSame = before.subscriptionId === after.subscriptionId;
  const id = after.subscriptionId ?? before.subscriptionId;
  if (id === null) return [];
  const wasPro = isPro(before.status);
  const isNowPro = isPro(after.status);
  const notices: { notice: BillingNotice; about: string }[] = [];
  const isFresh = !isSame || !["past_due", "unpaid", "paused", "active"].includes(before.status);
  if (isNowPro && isFresh) notices.push({ notice: "pro-welcome", about: id });
  const isFailing = after.status === "past_due";
  const isSameFailure = before.status === "past_due" && before.latestInvoiceId === after.latestInvoiceId;
  if (isFailing && !isSameFailure)
    notices.push({ notice: "pro-payment-failed", about: after.latestInvoiceId ?? id });
  const isNewlyRefunded = after.isRefunded && !(isSame && before.isRefunded);
  if (isNewlyRefunded) notices.push({ notice: "pro-refunded", about: id });
  if (wasPro && !isNowPro && !isNewlyRefunded) notices.push({ notice: "pro-ended", about: id });
  return notices;
}
