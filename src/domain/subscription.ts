import { planOf } from "./plans";

/** A subscription as the payment provider holds it. */
export interface PaidSubscription {
  id: string;
  status: string;
  priceId: string | null;
  createdAt: Date;
  /** Whether it ends with its period, whoever asked for that. */
  cancelAtPeriodEnd: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  latestInvoiceId: string | null;
  /** A payment of it was refunded in full. */
  isRefunded: boolean;
}

/** What is to be done at the provider before the customer's state is as it should be. */
export interface DuplicateSubscription {
  subscription: PaidSubscription;
  /** It was paid beside another one: the money goes back first. */
  isDouble: boolean;
}

/** In these a subscription never comes back. */
export const endedStatuses: readonly string[] = ["canceled", "incomplete_expired"];

/** True when a subscription never comes back. */
export function hasEnded(status: string): boolean {
  return endedStatuses.includes(status);
}

/** True when a status makes its owner Pro. */
export function isPro(status: string | null): boolean {
  return planOf(status).name === "pro";
}

/**
 * The subscriptions a customer should not have: one whose payment was refunded in full, a second paid one (the
 * oldest stays), and beside a paid one any that could come back to life.
 */
export function duplicateSubscriptions(subscriptions: readonly PaidSubscription[]): DuplicateSubscription[] {
  const kept = keptOf(subscriptions);
  return subscriptions
    .filter((one) => one !== kept && !hasEnded(one.status))
    .filter((one) => kept !== undefined || (isPro(one.status) && one.isRefunded))
    .map((subscription) => ({
      subscription,
      isDouble: isPro(subscription.status) && !subscription.isRefunded,
    }));
}

/** The one that counts: the oldest that is paid for; else the newest that could come back; else the newest. */
export function currentOf(subscriptions: readonly PaidSubscription[]): PaidSubscription | null {
  const newest = [...subscriptions].sort((one, other) => -byAge(one, other));
  return keptOf(subscriptions) ?? newest.find(({ status }) => !hasEnded(status)) ?? newest[0] ?? null;
}

function keptOf(subscriptions: readonly PaidSubscription[]): PaidSubscription | undefined {
  return subscriptions.filter((one) => isPro(one.status) && !one.isRefunded).sort(byAge)[0];
}

function byAge(one: PaidSubscription, other: PaidSubscription): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one.id < other.id ? -1 : 1);
}

/** What is remembered of a subscription between two reads; null fields: there was none. */
export interface Mirrored {
  subscriptionId: string | null;
  status: string;
  latestInvoiceId: string | null;
  isRefunded: boolean;
}

export type BillingNotice =
  "pro-welcome" | "pro-payment-failed" | "pro-ended" | "pro-refunded" | "pro-second-refunded";

/** Whether a template of the account's mails tells of its plan: it carries no link that could end. */
export function isPlanNotice(template: string | null): template is string {
  return template !== null && template.startsWith("pro-");
}

/** Told about within these days; afterwards it is known. */
const doubledDays = 7;

/** The second payments that went back: subscriptions beside the current one that ended with their money returned. */
export function doubledOf(
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

/** What to tell the owner about the way from one read to the next: each with what makes it one occurrence. */
export function noticesOf(before: Mirrored, after: Mirrored): { notice: BillingNotice; about: string }[] {
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
