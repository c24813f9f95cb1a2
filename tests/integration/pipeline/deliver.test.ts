import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pool, transaction } from "@/server/platform/database";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { newId } from "@/server/platform/ids";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { claimRequest, freezeDeliveries, listRequestMessages } from "@/server/delivery/statements/requests";
import { claimDeliveries, unfreezeDeliveries } from "@/server/delivery/statements/deliveries";
import {
  countOutbox,
  getDeliveries,
  emptyOutbox,
  makeUser,
  createPendingEmail,
} from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import "../../support/parallel-connections";

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

async function createOnePending(overrides: Parameters<typeof createPendingEmail>[2] = {}) {
  const user = await makeUser();
  await createPendingEmail(user.id, now, overrides);
  await enqueueDueDeliveries(now);
  return user;
}

describe("successful delivery", () => {
  it("sends once and deletes the body", async () => {
    const user = await createOnePending();
    expect(await deliver()).toEqual({ sent: 1, failed: 0, retried: 0, pending: 0 });
    expect(await deliver()).toEqual({ sent: 0, failed: 0, retried: 0, pending: 0 });
    expect(provider.mails).toHaveLength(1);
    const [mail] = provider.mails;
    expect(mail).toMatchObject({
      to: user.email,
      subject: "“tidewater” in r/freelance: Which bookkeeping tool survived your first tax year?",
    });
    expect(mail!.html).toMatch(/class="mk"[^>]*>tidewater</);
    expect(mail!.text).toContain("I left *tidewater* over");
    expect(mail!.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const [delivery] = await getDeliveries(user.id);
    expect(delivery).toMatchObject({ status: "sent", reason: null, message: null, count: 1 });
    expect(delivery!.providerId).toBe(`${mail!.key}:${user.email}`);
  });

  it("sends each email only once with several concurrent senders", async () => {
    for (let n = 0; n < 30; n++) await createOnePending();
    const tallies = await Promise.all(Array.from({ length: 5 }, () => deliver()));
    expect(tallies.reduce((sum, tally) => sum + tally.sent, 0)).toBe(30);
    expect(new Set(provider.mails.map((mail) => mail.to)).size).toBe(30);
    expect(provider.mails).toHaveLength(30);
  });

  it("omits deleted and blanked matches, and skips an empty email", async () => {
    const user = await makeUser();
    const deleted = await createPendingEmail(user.id, now, { title: "deleted tidewater" });
    await createPendingEmail(user.id, now, { title: "blanked tidewater", fullname: "t3_blanked" });
    await enqueueDueDeliveries(now);
    await pool().query(`UPDATE "Notification" SET "deletedAt" = $2 WHERE "id" = $1`, [deleted, now]);
    await pool().query(`UPDATE "Item" SET "blankedAt" = $1 WHERE "fullname" = 't3_blanked'`, [now]);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 0 });
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "skipped", reason: "empty" }]);
  });

  it("names all watches that matched, shows 50 items and counts the rest", async () => {
    const user = await makeUser();
    for (let n = 0; n < 55; n++) await createPendingEmail(user.id, now, { fullname: `t3_many${n}` });
    await createPendingEmail(user.id, now, { fullname: "t3_many0", keyword: "bank feed" });
    await enqueueDueDeliveries(now);
    await deliver();
    const [mail] = provider.mails;
    expect(mail!.subject).toBe("1 match for “bank feed”, 55 in all");
    expect(mail!.html.match(/Open post/g)).toHaveLength(50);
    expect(mail!.text).toContain("Showing the latest 50 of 55.");
  });
});

describe("provider failures", () => {
  it("lost response: retries the same bytes under the same key", async () => {
    for (let n = 0; n < 20; n++) await createOnePending();
    provider.failures.push("lose-the-answer");
    expect(await deliver()).toEqual({ sent: 0, failed: 0, retried: 20, pending: 20 });
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 20, pending: 0 });
    expect(provider.requests).toHaveLength(2);
    expect(provider.requests[1]).toEqual(provider.requests[0]);
    expect(provider.mails).toHaveLength(20);
  });

  it("lost request and status 500: sends after recovery", async () => {
    await createOnePending();
    provider.failures.push("drop-the-request", { status: 500, name: "internal_server_error" });
    for (let round = 0; round < 3; round++, now = minutes(1)) await deliver();
    expect(provider.mails).toHaveLength(1);
  });

  it("status 429: pauses all deliveries as requested", async () => {
    const first = await createOnePending();
    provider.failures.push({ status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "90" } });
    await deliver();
    const second = await createOnePending();
    // Retry-After counts from the response, whose time depends on the machine's speed.
    const { rows } = await pool().query<{ until: Date }>(
      `SELECT "nextAttemptAt" AS until FROM "Delivery" WHERE "status" = 'frozen'`,
    );
    const { until } = rows[0]!;
    expect(until.getTime()).toBeGreaterThanOrEqual(now.getTime() + 90_000);
    now = new Date(until.getTime() - 10_000);
    expect(await deliverDue(clock, () => new Date(now.getTime() + 5000))).toMatchObject({
      sent: 0,
      pending: 2,
    });
    expect(provider.requests).toHaveLength(1);
    now = until;
    expect(await deliver()).toMatchObject({ sent: 2 });
    expect(provider.mails.map((mail) => mail.to).sort()).toEqual([first.email, second.email].sort());
  });

  it("daily quota: moves rejected messages to the next daily digest", async () => {
    const user = await createOnePending();
    provider.failures.push({ status: 429, name: "daily_quota_exceeded" });
    await deliver();
    expect(await getDeliveries(user.id)).toMatchObject([
      { status: "skipped", reason: "quota", message: null },
    ]);
    expect(await countOutbox(user.id)).toMatchObject([
      { deliveryId: null, effectiveFrequency: "daily", mailDueAt: new Date("2026-11-22T08:00:00Z") },
    ]);
    now = new Date("2026-11-22T08:00:10Z");
    await enqueueDueDeliveries(now);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(provider.mails).toHaveLength(1);
  });

  it("one rejected address: sends the others and disables email for that user", async () => {
    const users = [await createOnePending(), await createOnePending(), await createOnePending()];
    provider.refused.add(users[1]!.email);
    expect(await deliver()).toMatchObject({ sent: 2, failed: 1 });
    const [bad] = await getDeliveries(users[1]!.id);
    expect(bad).toMatchObject({ status: "failed", reason: "address", message: null });
    for (const user of [users[0]!, users[2]!]) {
      expect((await getDeliveries(user.id))[0]!.providerId).toContain(user.email);
    }
    const { rows } = await pool().query(`SELECT "emailStatus" FROM "User" WHERE "id" = $1`, [users[1]!.id]);
    expect(rows).toEqual([{ emailStatus: "bounced" }]);
  });

  it("rejected batch: halves it until only the invalid message fails", async () => {
    const users = [];
    for (let n = 0; n < 7; n++) users.push(await createOnePending());
    provider.poison.add(users[3]!.email);
    expect(await deliver()).toMatchObject({ sent: 6, failed: 1, pending: 0 });
    expect(await getDeliveries(users[3]!.id)).toMatchObject([{ status: "failed", reason: "rejected" }]);
  });

  it("key reused with other bytes: reports the delivery as unknown", async () => {
    const user = await createOnePending();
    provider.failures.push({ status: 409, name: "invalid_idempotent_request" });
    expect(await deliver()).toMatchObject({ failed: 1, pending: 0 });
    expect(await getDeliveries(user.id)).toMatchObject([
      { status: "unknown", reason: "409 invalid_idempotent_request", message: null },
    ]);
  });

  it("outcome unknown for 23 hours: marks it unknown and never resends", async () => {
    const user = await createOnePending();
    provider.failures.push("lose-the-answer");
    await deliver();
    now = minutes(23 * 60 + 1);
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1, pending: 0 });
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "unknown", reason: "no answer" }]);
    expect(provider.requests).toHaveLength(1);
  });
});

const claimNext = (leaseUntil: Date) =>
  claimRequest(pool(), { channel: "email", kind: null, now, leaseUntil, countsAttempts: true });

describe("killed process", () => {
  it("before freezing: renders again after the lease expires", async () => {
    const user = await createOnePending();
    await pool().query(`UPDATE "Delivery" SET "leaseUntil" = $1, "fence" = 1`, [minutes(2)]);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
    now = minutes(2);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(provider.mails.map((mail) => mail.to)).toEqual([user.email]);
  });

  it("before the request: sends the same batch after the lease expires", async () => {
    await createOnePending();
    await freezeDue("email", "alert", now);
    await claimNext(minutes(1));
    expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(provider.mails).toHaveLength(1);
  });

  it("after acceptance: the next run learns the outcome without sending twice", async () => {
    const user = await createOnePending();
    await deliver();
    // As if the outcome had never been committed.
    const { key, body } = provider.requests[0]!;
    const [message] = JSON.parse(body) as unknown[];
    await pool().query(
      `UPDATE "Delivery" SET "status" = 'frozen', "providerId" = NULL, "message" = $1, "leaseUntil" = $2, "nextAttemptAt" = $2`,
      [message, minutes(1)],
    );
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(provider.requests.map((request) => request.key)).toEqual([key, key]);
    expect(provider.mails).toHaveLength(1);
    expect((await getDeliveries(user.id))[0]).toMatchObject({
      status: "sent",
      providerId: `${key}:${user.email}`,
    });
  });

  it("freezes nothing if its lease has expired", async () => {
    const user = await createOnePending();
    const claim = { channel: "email", kind: "alert", max: 10, now, leaseUntil: now } as const;
    const [slow] = await claimDeliveries(pool(), claim);
    await claimDeliveries(pool(), { ...claim, leaseUntil: minutes(1) });
    const { id, fence } = slow!;
    const late = { id, fence, count: 1, message: {}, requestKey: newId(), requestPosition: 0 };
    expect(await freezeDeliveries(pool(), [late], { now, isNew: true })).toBe(0);
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "pending", message: null }]);
  });

  it("writes no outcome if another run has taken over", async () => {
    const user = await createOnePending();
    await freezeDue("email", "alert", now);
    const { recordOutcome } = await import("@/server/delivery/outcomes");
    const late = await claimNext(now);
    const messages = await listRequestMessages(pool(), late!.key, now);
    await claimNext(minutes(1));
    expect(messages).toMatchObject([{ userId: user.id }]);
    await recordOutcome({ ...late!, channel: "email" }, messages, { kind: "refused", reason: "422" }, now);
    expect(await getDeliveries(user.id)).toMatchObject([{ status: "frozen" }]);
  });
});

describe("changes between enqueueing and sending", () => {
  it("one unrenderable email among 200: sends the others and fails it after five attempts", async () => {
    for (let n = 0; n < 200; n++) await createOnePending();
    const poisoned = await createOnePending();
    // An unknown template stands in for any rendering bug.
    await pool().query(
      `UPDATE "Delivery" SET "kind" = 'account', "template" = 'gone', "dedupeKey" = $2 WHERE "userId" = $1`,
      [poisoned.id, poisoned.id],
    );
    await pool().query(
      `INSERT INTO "EmailToken" ("id", "userId", "kind", "tokenHash", "email", "expiresAt") VALUES ($1, $1, 'verify', 'x', 'x@example.com', $2)`,
      [poisoned.id, minutes(24 * 60)],
    );
    expect(await deliver()).toMatchObject({ sent: 200, retried: 1, pending: 1 });
    for (let round = 0; round < 4; round++) {
      now = minutes(20);
      await deliver();
    }
    expect(await getDeliveries(poisoned.id)).toMatchObject([
      { status: "failed", reason: "render", attempts: 5 },
    ]);
  });

  it("skips pending and frozen emails after unsubscribing", async () => {
    const [pending, frozen] = [await createOnePending(), await createOnePending()];
    await pool().query(`UPDATE "Delivery" SET "nextAttemptAt" = $2 WHERE "userId" = $1`, [
      pending.id,
      minutes(1),
    ]);
    await freezeDue("email", "alert", now);
    await pool().query(`UPDATE "User" SET "emailNotifications" = false, "emailStatus" = 'unsubscribed'`);
    now = minutes(1);
    expect(await deliver()).toMatchObject({ sent: 0, pending: 0 });
    for (const user of [pending, frozen]) {
      expect(await getDeliveries(user.id)).toMatchObject([
        { status: "skipped", reason: "suppressed", message: null },
      ]);
    }
    expect(provider.requests).toHaveLength(0);
  });

  it("re-renders blanked content unless it was already attempted", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { fullname: "t3_gone", title: "gone tidewater" });
    await createPendingEmail(user.id, now, { fullname: "t3_stays", title: "standing tidewater" });
    await enqueueDueDeliveries(now);
    await freezeDue("email", "alert", now);
    await pool().query(`UPDATE "Item" SET "blankedAt" = $1 WHERE "fullname" = 't3_gone'`, [now]);
    expect(await transaction((tx) => unfreezeDeliveries(tx, ["t3_gone"], now))).toBe(1);
    await deliver();
    expect(provider.mails).toHaveLength(1);
    expect(provider.mails[0]!.text).toContain("standing");
    expect(provider.mails[0]!.text).not.toContain("gone");

    await createOnePending({ fullname: "t3_tried" });
    provider.failures.push("lose-the-answer");
    await deliver();
    expect(await transaction((tx) => unfreezeDeliveries(tx, ["t3_tried"], now))).toBe(0);
  });

  it("reschedules on frequency and time zone changes, and cancels if email is turned off", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { dueAt: minutes(1) });
    await pool().query(
      `UPDATE "User" SET "emailFrequency" = 'daily', "timeZone" = 'America/Toronto' WHERE "id" = $1`,
      [user.id],
    );
    await rescheduleOutbox(pool(), user.id, now);
    expect(await countOutbox(user.id)).toMatchObject([
      { effectiveFrequency: "daily", mailDueAt: new Date("2026-11-22T13:00:00Z") },
    ]);
    await pool().query(`UPDATE "User" SET "timeZone" = 'Asia/Kolkata' WHERE "id" = $1`, [user.id]);
    await rescheduleOutbox(pool(), user.id, now);
    expect(await countOutbox(user.id)).toMatchObject([{ mailDueAt: new Date("2026-11-22T02:30:00Z") }]);
    await pool().query(`UPDATE "User" SET "emailNotifications" = false WHERE "id" = $1`, [user.id]);
    await rescheduleOutbox(pool(), user.id, now);
    expect(await countOutbox(user.id)).toMatchObject([{ effectiveFrequency: null, mailDueAt: null }]);
  });
});
