import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeListener, owePush, pushesOf, pushStage, shownAt } from "../../support/push-stage";
import { pool, transaction } from "@/server/platform/database";
import { emptyClosedAccounts } from "@/server/delivery/closings";
import { deliverDue } from "@/server/delivery/deliver";
import { freezeDue } from "@/server/delivery/freeze";
import { sealDue } from "@/server/delivery/seal";
import { beginAttempt, claimBatch } from "@/server/delivery/statements/batches";
import { claimClosedAccount } from "@/server/delivery/statements/closed-accounts";
import { deleteAccount } from "@/server/operation/statements/removals";
import { deliveriesOf, makeUser, oweMail } from "../../support/mail-debts";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

/** Queues whose head can't be digested: what stands behind it goes. */

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
  provider.mails.length = provider.requests.length = provider.mishaps.length = 0;
});
afterAll(() => provider.close());

async function frozenMail() {
  const user = await makeUser();
  await oweMail(user.id, now);
  await sealDue(now);
  await freezeDue("email", "alert", now);
  return user;
}

const batches = async () =>
  (
    await pool().query<{ id: string; attempts: number; nextAttemptAt: Date }>(
      `SELECT "id", "attempts", "nextAttemptAt" FROM "Batch" ORDER BY "createdAt", "id"`,
    )
  ).rows;

describe("batches", () => {
  it("one whose messages can't be read is kept as unknown, and the next goes", async () => {
    const head = await frozenMail();
    await pool().query(`UPDATE "Delivery" SET "message" = '{"to": 7}' WHERE "userId" = $1`, [head.id]);
    const behind = await frozenMail();
    await deliver();
    expect(provider.mails.map(({ to }) => to)).toEqual([behind.email]);
    expect(await deliveriesOf(head.id)).toMatchObject([{ status: "unknown", reason: "unreadable" }]);
  });

  it("one that ends the process is counted before it is touched, and stands back, longer each time", async () => {
    await frozenMail();
    const behind = await frozenMail();
    const waits: number[] = [];
    for (let kills = 0; kills < 6; kills++) {
      const leaseUntil = new Date(now.getTime() + 90_000);
      // All that a process has done when it dies over a batch.
      const claimed = await claimBatch(pool(), { channel: "email", kind: null, now, leaseUntil });
      const [head] = (await batches()).filter(({ id }) => id === claimed!.id);
      expect(head!.attempts).toBe(kills + 1);
      waits.push(head!.nextAttemptAt.getTime() - now.getTime());
      if (kills === 0) expect(await deliver()).toMatchObject({ sent: 1 });
      now = head!.nextAttemptAt;
    }
    expect(provider.mails.map(({ to }) => to)).toEqual([behind.email]);
    expect(waits).toEqual([90_000, 180_000, 360_000, 600_000, 600_000, 600_000]);
    // It was never begun: what nobody has seen goes out like new.
    expect(await deliver()).toMatchObject({ sent: 1, pending: 0 });
  });
});

/** All that a process has done when it dies over its pushes: they are rendered, and their attempt is begun. */
async function dieOverPushes() {
  await freezeDue("push", "alert", now);
  const leaseUntil = new Date(now.getTime() + 90_000);
  const batch = await claimBatch(pool(), { channel: "push", kind: null, now, leaseUntil });
  await beginAttempt(pool(), batch!, now);
}

describe("pushes", () => {
  it("one whose frozen message can't be read is made anew", async () => {
    const { watch, user, endpoint } = await makeListener(stage);
    await owePush(watch, { slot: now });
    await sealDue(now);
    await pool().query(`UPDATE "Delivery" SET "message" = '{"payload": 7}' WHERE "userId" = $1`, [user.id]);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(shownAt(stage, endpoint)).toHaveLength(1);
  });

  it("one that ends the process stands back, longer each time, and comes apart from the others", async () => {
    const listeners = [];
    for (let n = 0; n < 4; n++) listeners.push(await makeListener(stage));
    for (const { watch } of listeners) await owePush(watch, { slot: now });
    await sealDue(now);
    const [head, ...others] = listeners;
    const isHead = (userId: string) => userId === head!.user.id;
    // A process that dies before its requests are made, as often as the head is among what it claimed.
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
    for (const { user } of others) expect(await pushesOf(user.id)).toMatchObject([{ status: "sent" }]);
    const [stuck] = await pushesOf(head!.user.id);
    expect(stuck!.attempts).toBe(kills);
    expect(kills).toBeLessThan(20);
    // A day later it is kept as unknown, untouched.
    now = minutes(24 * 60);
    const asked = stage.sandbox.push.pushes.length;
    await deliver();
    expect(await pushesOf(head!.user.id)).toMatchObject([{ status: "unknown", reason: "no answer" }]);
    expect(stage.sandbox.push.pushes).toHaveLength(asked);
  });
});

describe("accounts that are closed", () => {
  async function closed(): Promise<string> {
    const user = await makeUser();
    await oweMail(user.id, now, { rhythm: null });
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

  it("one that can't be removed stands back, longer each time, and the others are removed", async () => {
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

  it("one that ends the process was counted before, and the next run begins with another", async () => {
    const [head, behind] = [await closed(), await closed()];
    now = minutes(1);
    expect(await claimClosedAccount(pool(), now)).toBe(head);
    await emptyClosedAccounts(now, () => true);
    expect(await left()).toEqual([head]);
    expect(behind).not.toBe(head);
  });
});
