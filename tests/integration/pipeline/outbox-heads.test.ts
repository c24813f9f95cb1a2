import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeListener, createPendingPush, getPushes, pushStage, shownAt } from "../../support/push-stage";
import { pool, transaction } from "@/server/platform/database";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { beginAttempt, claimRequest } from "@/server/delivery/statements/requests";
import { claimClosedAccount } from "@/server/delivery/statements/closed-accounts";
import { deleteAccount } from "@/server/operation/statements/removals";
import { getDeliveries, makeUser, createPendingEmail } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

/** Failing entries at the start of a queue don't block the entries after them. */

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

async function frozenMail() {
  const user = await makeUser();
  await createPendingEmail(user.id, now);
  await enqueueDueDeliveries(now);
  await freezeDue("email", "alert", now);
  return user;
}

const requests = async () =>
  (
    await pool().query<{ key: string; attempts: number; nextAttemptAt: Date }>(
      `SELECT "requestKey" AS key, "attempts", "nextAttemptAt" FROM "Delivery" WHERE "status" = 'frozen'`,
    )
  ).rows;

describe("requests", () => {
  it("marks a request with unreadable messages as unknown and sends the next", async () => {
    const head = await frozenMail();
    await pool().query(`UPDATE "Delivery" SET "message" = '{"to": 7}' WHERE "userId" = $1`, [head.id]);
    const behind = await frozenMail();
    await deliver();
    expect(provider.mails.map(({ to }) => to)).toEqual([behind.email]);
    expect(await getDeliveries(head.id)).toMatchObject([{ status: "unknown", reason: "unreadable" }]);
  });

  it("counts each attempt in advance and backs off a request that crashes the process", async () => {
    await frozenMail();
    const behind = await frozenMail();
    const waits: number[] = [];
    for (let kills = 0; kills < 6; kills++) {
      const leaseUntil = new Date(now.getTime() + 90_000);
      // Everything a process has written when it crashes on a request.
      const claim = { channel: "email", kind: null, now, leaseUntil, countsAttempts: true } as const;
      const claimed = await claimRequest(pool(), claim);
      const [head] = (await requests()).filter(({ key }) => key === claimed!.key);
      expect(head!.attempts).toBe(kills + 1);
      waits.push(head!.nextAttemptAt.getTime() - now.getTime());
      if (kills === 0) expect(await deliver()).toMatchObject({ sent: 1 });
      now = head!.nextAttemptAt;
    }
    expect(provider.mails.map(({ to }) => to)).toEqual([behind.email]);
    expect(waits).toEqual([90_000, 180_000, 360_000, 600_000, 600_000, 600_000]);
    // The attempt was never recorded as started, so the message is sent as a new one.
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
  });
});

/**
 * Everything a process has written when it crashes while sending pushes: rendered messages and a started
 * attempt.
 */
async function dieOverPushes() {
  await freezeDue("push", "alert", now);
  const leaseUntil = new Date(now.getTime() + 90_000);
  const claim = { channel: "push", kind: null, now, leaseUntil, countsAttempts: false } as const;
  const request = await claimRequest(pool(), claim);
  await beginAttempt(pool(), request!.claims, { now, isCounted: true });
}

describe("push notifications", () => {
  it("renders a push again if its frozen message is unreadable", async () => {
    const { watch, user, endpoint } = await makeListener(stage);
    await createPendingPush(watch, { dueAt: now });
    await enqueueDueDeliveries(now);
    await pool().query(`UPDATE "Delivery" SET "message" = '{"payload": 7}' WHERE "userId" = $1`, [user.id]);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(shownAt(stage, endpoint)).toHaveLength(1);
  });

  it("backs off and isolates a push that crashes the process", async () => {
    const listeners = [];
    for (let n = 0; n < 4; n++) listeners.push(await makeListener(stage));
    for (const { watch } of listeners) await createPendingPush(watch, { dueAt: now });
    await enqueueDueDeliveries(now);
    const [head, ...others] = listeners;
    const isHead = (userId: string) => userId === head!.user.id;
    // The process crashes before its requests whenever the bad push is among the claimed ones.
    let kills = 0;
    for (let rounds = 0; rounds < 60; rounds++, now = minutes(1)) {
      const { rows } = await pool().query<{ userId: string }>(
        `SELECT "userId" FROM "Delivery" WHERE "status" = 'pending' AND "nextAttemptAt" <= $1
           AND ("leaseUntil" IS NULL OR "leaseUntil" <= $1)`,
        [now],
      );
      if (rows.some(({ userId }) => isHead(userId))) {
        kills += 1;
        await dieOverPushes();
      } else await deliver();
    }
    for (const { user } of others) expect(await getPushes(user.id)).toMatchObject([{ status: "sent" }]);
    const [stuck] = await getPushes(head!.user.id);
    expect(stuck!.attempts).toBe(kills);
    expect(kills).toBeLessThan(20);
    // After a day it is marked as unknown without another request.
    now = minutes(24 * 60);
    const requested = stage.sandbox.push.pushes.length;
    await deliver();
    expect(await getPushes(head!.user.id)).toMatchObject([{ status: "unknown", reason: "no answer" }]);
    expect(stage.sandbox.push.pushes).toHaveLength(requested);
  });
});

describe("closed accounts", () => {
  async function closed(): Promise<string> {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { frequency: null });
    await transaction((tx) => deleteAccount(tx, user.id, now));
    return user.id;
  }
  const left = async () =>
    (await pool().query<{ userId: string }>(`SELECT "userId" FROM "ClosedAccount"`)).rows.map(
      ({ userId }) => userId,
    );
  const noteOf = async (userId: string) =>
    (
      await pool().query<{ attempts: number; nextAttemptAt: Date }>(
        `SELECT "attempts", "nextAttemptAt" FROM "ClosedAccount" WHERE "userId" = $1`,
        [userId],
      )
    ).rows[0]!;

  it("backs off an account that cannot be deleted and deletes the others", async () => {
    const head = await closed();
    await pool().query(
      `CREATE OR REPLACE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN IF OLD."userId" = '${head}' THEN RAISE 'refused'; END IF; RETURN OLD; END $$`,
    );
    await pool().query(
      `CREATE OR REPLACE TRIGGER "refuse" BEFORE DELETE ON "Notification" FOR EACH ROW EXECUTE FUNCTION "refuse"()`,
    );
    try {
      const others = [await closed(), await closed()];
      now = minutes(1);
      await emptyClosedAccounts(now, () => true);
      expect(await left()).toEqual([head]);
      expect(others).toHaveLength(2);
      const first = await noteOf(head);
      now = first.nextAttemptAt;
      await emptyClosedAccounts(now, () => true);
      const second = await noteOf(head);
      expect(second.attempts).toBe(first.attempts + 1);
      expect(second.nextAttemptAt.getTime() - now.getTime()).toBe(4 * 60_000);
    } finally {
      await pool().query(`DROP TRIGGER "refuse" ON "Notification"`);
    }
    now = minutes(60);
    await emptyClosedAccounts(now, () => true);
    expect(await left()).toEqual([]);
  });

  it("counts the attempt before a crash, and the next run starts with another account", async () => {
    const [head, behind] = [await closed(), await closed()];
    now = minutes(1);
    expect(await claimClosedAccount(pool(), now)).toBe(head);
    await emptyClosedAccounts(now, () => true);
    expect(await left()).toEqual([head]);
    expect(behind).not.toBe(head);
  });
});
