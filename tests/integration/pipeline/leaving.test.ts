import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addBrowser, makeListener, createPendingPush, pushStage } from "../../support/push-stage";
import { pool, transaction } from "@/server/platform/database";
import { getHealth } from "@/server/operation/health";
import { emptyAccount, emptyClosedAccounts } from "@/server/delivery/closings";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { deleteAccount } from "@/server/operation/statements/removals";
import {
  claimDeliveries,
  listStuckDeliveries,
  unfreezeDeliveries,
} from "@/server/delivery/statements/deliveries";
import { accountToken } from "@/server/platform/tokens";
import { unsubscribe } from "@/server/delivery/unsubscribe";
import { getDeliveries, makeUser, createPendingEmail } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

/** Account deletion during the delivery of its messages and other users' messages. */

const stage = pushStage();
let provider: MailProvider;
let now: Date;
const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
const deliver = () =>
  deliverDue(
    () => now,
    () => minutes(1),
  );

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(() => {
  now = new Date("2026-11-21T14:03:07.250Z");
  provider.mails.length = provider.requests.length = provider.failures.length = 0;
});
afterAll(() => provider.close());

async function addPendingEntry(count: number) {
  const users = [];
  for (let n = 0; n < count; n++) users.push(await makeUser());
  for (const { id } of users) await createPendingEmail(id, now);
  await enqueueDueDeliveries(now);
  return users;
}

/** Like the endpoint: deletes the account, then its first chunk of data. */
async function leave(userId: string): Promise<void> {
  await transaction((tx) => deleteAccount(tx, userId, now));
  await emptyAccount(userId, now, () => true);
}

const tablesWithTrace = async (userId: string): Promise<string[]> => {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND column_name = 'userId'`,
  );
  const found = [];
  for (const { name } of rows)
    if ((await pool().query(`SELECT FROM "${name}" WHERE "userId" = $1`, [userId])).rowCount! > 0)
      found.push(name);
  return found.sort();
};

describe("account deletion", () => {
  it("attempted batch: retries the same bytes, then deletes all remaining data", async () => {
    const users = await addPendingEntry(3);
    provider.failures.push("lose-the-answer");
    await deliver();
    const leaver = users[1]!;
    await leave(leaver.id);
    // Only the frozen message and the record of the closed account remain.
    expect(await tablesWithTrace(leaver.id)).toEqual(["ClosedAccount", "Delivery"]);
    expect(await getDeliveries(leaver.id)).toMatchObject([{ status: "frozen" }]);

    now = minutes(2);
    expect(await deliver()).toMatchObject({ sent: 3, failed: 0, pending: 0 });
    expect(provider.requests[1]).toEqual(provider.requests[0]);
    expect(provider.mails).toHaveLength(3);
    for (const user of [users[0]!, users[2]!])
      expect(await getDeliveries(user.id)).toMatchObject([{ status: "sent", message: null }]);
    for (const row of await getDeliveries(leaver.id)) expect(row).toMatchObject({ message: null });
    now = minutes(2);
    await deliver();
    expect(await tablesWithTrace(leaver.id)).toEqual([]);
  });

  it("unattempted batch: drops the message and sends the others", async () => {
    const users = await addPendingEntry(3);
    await freezeDue("email", "alert", now);
    await leave(users[1]!.id);
    expect(await tablesWithTrace(users[1]!.id)).toEqual([]);
    expect(await deliver()).toMatchObject({ sent: 2, failed: 0, pending: 0 });
    expect(provider.mails.map(({ to }) => to)).not.toContain(users[1]!.email);
  });

  it("drops the message if the account is closed just before the first attempt", async () => {
    const users = await addPendingEntry(2);
    await freezeDue("email", "alert", now);
    await transaction((tx) => deleteAccount(tx, users[0]!.id, now));
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
    expect(provider.mails.map(({ to }) => to)).toEqual([users[1]!.email]);
  });

  it("ignores pending messages of closed accounts and lets others go first", async () => {
    const users = await addPendingEntry(2);
    await createPendingEmail(users[0]!.id, now, { dueAt: minutes(-1) });
    await transaction((tx) => deleteAccount(tx, users[0]!.id, now));
    // The closed account's messages are due first.
    await pool().query(`UPDATE "Delivery" SET "nextAttemptAt" = $2 WHERE "userId" = $1`, [
      users[0]!.id,
      minutes(-60),
    ]);
    const claim = { channel: "email", kind: "alert", max: 1, now, leaseUntil: now } as const;
    expect((await claimDeliveries(pool(), claim)).map(({ userId }) => userId)).toEqual([users[1]!.id]);
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    expect((await pool().query(`SELECT FROM "OutboxEntry"`)).rowCount).toBe(0);
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
  });

  it("excludes failed emails of closed accounts from health and operator lists", async () => {
    const [user] = await addPendingEntry(1);
    await pool().query(`UPDATE "Delivery" SET "status" = 'failed', "createdAt" = now()`);
    expect((await getHealth()).checks.deliveries!.ok).toBe(false);
    await transaction((tx) => deleteAccount(tx, user!.id, now));
    expect((await getHealth()).checks.deliveries!.ok).toBe(true);
    expect(await listStuckDeliveries(pool(), 10)).toEqual([]);
  });

  it("deletes the message after a day if the batch outcome stays unknown", async () => {
    const users = await addPendingEntry(2);
    provider.failures.push("lose-the-answer");
    await deliver();
    await leave(users[0]!.id);
    now = minutes(24 * 60 - 1);
    await emptyClosedAccounts(now, () => true);
    expect(await getDeliveries(users[0]!.id)).toHaveLength(1);
    now = minutes(2);
    await emptyClosedAccounts(now, () => true);
    expect(await tablesWithTrace(users[0]!.id)).toEqual([]);
    expect(await deliver()).toMatchObject({ sent: 0, failed: 1 });
    expect(provider.requests).toHaveLength(1);
  });

  it("deletes a pending push notification without sending it", async () => {
    const { user, watch } = await makeListener(stage);
    await addBrowser(stage, user.id);
    await createPendingPush(watch, { dueAt: now });
    await enqueueDueDeliveries(now);
    stage.sandbox.failures.set({ service: "push", mode: "json", status: 503 });
    await deliver();
    stage.sandbox.failures.clear();
    await leave(user.id);
    expect(await tablesWithTrace(user.id)).toEqual([]);
    const requested = stage.sandbox.push.pushes.length;
    now = minutes(30);
    await deliver();
    expect(stage.sandbox.push.pushes).toHaveLength(requested);
  });
});

it("does not change attempted bytes after an unsubscribe or a deletion on the site", async () => {
  const users = await addPendingEntry(2);
  await createPendingEmail(users[0]!.id, now, { fullname: "t3_gone" });
  provider.failures.push("lose-the-answer");
  await deliver();
  expect(await unsubscribe(accountToken("unsubscribe", users[0]!.id), now)).toBe(true);
  const { rows } = await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Item"`);
  await pool().query(`UPDATE "Item" SET "title" = '', "content" = '', "blankedAt" = $1`, [now]);
  await transaction((tx) =>
    unfreezeDeliveries(
      tx,
      rows.map(({ fullname }) => fullname),
      now,
    ),
  );
  now = minutes(2);
  expect(await deliver()).toMatchObject({ sent: 2, failed: 0 });
  expect(provider.requests[1]).toEqual(provider.requests[0]);
});
