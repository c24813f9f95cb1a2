import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { claimDeliveries } from "@/server/delivery/statements/deliveries";
import { freezeDeliveries } from "@/server/delivery/statements/requests";
import {
  countOutbox,
  getDeliveries,
  emptyOutbox,
  makeUser,
  createPendingEmail,
} from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

let provider: MailProvider;
let now: Date;
/** Advances in real time from the moment set by the test. */
let setAt: { now: Date; realMs: number };
const clock = () => {
  if (setAt?.now !== now) setAt = { now, realMs: performance.now() };
  return new Date(now.getTime() + performance.now() - setAt.realMs);
};
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const deliver = () => deliverDue(clock, () => minutes(1));

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  now = new Date("2026-11-21T14:03:07.250Z");
  provider.mails.length = provider.requests.length = provider.failures.length = 0;
  provider.refused.clear();
  provider.poison.clear();
});
afterAll(() => provider.close());

async function createOnePending() {
  const user = await makeUser();
  await createPendingEmail(user.id, now);
  await enqueueDueDeliveries(now);
  return user;
}

it("retries under the same key if the quota is exceeded after a lost response", async () => {
  const user = await createOnePending();
  provider.failures.push("lose-the-answer", { status: 429, name: "daily_quota_exceeded" });
  await deliver();
  now = minutes(1);
  await deliver();
  expect(await countOutbox(user.id)).toMatchObject([{ deliveryId: expect.any(String) }]);
  now = minutes(20);
  expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
  expect(provider.mails).toHaveLength(1);
});

it("starts no request if stopped while waiting for its turn", async () => {
  await createOnePending();
  await pool().query(`INSERT INTO "Budget" ("clientId", "windowStart") VALUES ('resend', $1)`, [
    new Date(now.getTime() + 1_000),
  ]);
  let isStopped = false;
  setTimeout(() => (isStopped = true), 200);
  expect(await deliverDue(clock, () => (isStopped ? new Date(0) : minutes(1)))).toMatchObject({
    pending: 1,
  });
  expect(provider.requests).toHaveLength(0);
});

it("leaves a requested pause to the next run", async () => {
  await createOnePending();
  await pool().query(
    `INSERT INTO "Budget" ("clientId", "windowStart", "pausedUntil") VALUES ('resend', $1, $2)`,
    [now, minutes(10)],
  );
  const started = now.getTime();
  expect(await deliverDue(clock, () => minutes(20))).toMatchObject({ pending: 1 });
  // If the run had slept through the pause, it would have sent the message.
  expect(clock().getTime() - started).toBeLessThan(10 * 60_000);
  expect(provider.requests).toHaveLength(0);
});

it("freezes the other messages if one contains half a surrogate pair", async () => {
  const user = await createOnePending();
  const [claimed] = await claimDeliveries(pool(), {
    channel: "email",
    kind: "alert",
    max: 1,
    now,
    leaseUntil: minutes(2),
  });
  const message = { subject: "cut \ud83d" };
  const { id, fence } = claimed!;
  const frozen = [{ id, fence, count: 1, message, requestKey: newId(), requestPosition: 0 }];
  expect(await freezeDeliveries(pool(), frozen, { now, isNew: true })).toBe(1);
  expect(await getDeliveries(user.id)).toMatchObject([{ message: { subject: "cut \ufffd" } }]);
});
