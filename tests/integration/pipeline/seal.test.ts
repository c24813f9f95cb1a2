import { beforeEach, describe, expect, it } from "vitest";
import { rhythmFor } from "@/domain/mail-rhythm";
import { pool, sql } from "@/server/platform/database";
import { sealDue } from "@/server/delivery/seal";
import { buryNotification } from "@/server/notifications/statements/marks";
import { mailRhythmSql } from "@/server/delivery/statements/channel-sql";
import { debtsOf, deliveriesOf, emptyOutbox, makeUser, oweMail } from "../../support/mail-debts";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";

const now = new Date("2026-11-21T14:03:07.250Z");
const morning = new Date("2026-11-21T08:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

beforeEach(emptyOutbox);

describe("sealDue", () => {
  it("combines a user's due entries into one delivery and leaves later ones", async () => {
    const user = await makeUser();
    await oweMail(user.id, now, { slot: later(-5000) });
    await oweMail(user.id, now, { slot: later(-1000) });
    await oweMail(user.id, now, { slot: later(1), rhythm: "hourly" });
    expect(await sealDue(now)).toEqual({ sealed: 1 });
    const [delivery, ...more] = await deliveriesOf(user.id);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      slot: later(-1000).toISOString(),
      count: 2,
      status: "pending",
      channel: "email",
    });
    expect((await debtsOf(user.id)).filter((debt) => debt.deliveryId === delivery!.id)).toHaveLength(2);
  });

  it("uses each due time once; late entries wait for the next digest", async () => {
    const user = await makeUser({ emailFrequency: "daily" });
    await oweMail(user.id, now, { slot: morning, rhythm: "daily" });
    await sealDue(now);
    await oweMail(user.id, now, { slot: morning, rhythm: "daily" });
    expect(await sealDue(now)).toEqual({ sealed: 0 });
    const late = (await debtsOf(user.id)).find((debt) => debt.deliveryId === null);
    expect(late?.mailSlot).toEqual(new Date("2026-11-22T08:00:00.000Z"));
    expect(await deliveriesOf(user.id)).toHaveLength(1);
  });

  it("immediately sends a real-time entry whose due time is already used", async () => {
    const user = await makeUser();
    await oweMail(user.id, now, { slot: morning });
    await sealDue(morning);
    await oweMail(user.id, now, { slot: morning });
    expect(await sealDue(now)).toEqual({ sealed: 1 });
    expect((await deliveriesOf(user.id)).map((delivery) => delivery.slot)).toEqual([
      morning.toISOString(),
      now.toISOString(),
    ]);
  });

  it("adds real-time entries to a due digest, under its due time", async () => {
    const user = await makeUser();
    await oweMail(user.id, now, { slot: morning, rhythm: "daily" });
    await oweMail(user.id, now, { slot: now });
    await sealDue(now);
    expect(await deliveriesOf(user.id)).toMatchObject([{ slot: morning.toISOString(), count: 2 }]);
  });

  it("drops entries of users that cannot be emailed", async () => {
    const users = await Promise.all([
      makeUser({ emailNotifications: false }),
      makeUser({ isVerified: false }),
      makeUser({ emailStatus: "bounced" }),
      makeUser({ emailStatus: "complained" }),
      makeUser({ emailStatus: "unsubscribed" }),
    ]);
    for (const user of users) await oweMail(user.id, now);
    expect(await sealDue(now)).toEqual({ sealed: 0 });
    for (const user of users)
      expect(await debtsOf(user.id)).toMatchObject([{ mailSlot: null, deliveryId: null }]);
  });

  it("drops entries of deleted notifications", async () => {
    const user = await makeUser();
    const id = await oweMail(user.id, now);
    await buryNotification(pool(), user.id, id, now);
    expect(await sealDue(now)).toEqual({ sealed: 0 });
    expect(await debtsOf(user.id)).toMatchObject([{ mailSlot: null, deliveryId: null }]);
  });

  it("skips entries locked by another transaction and enqueues them afterwards", async () => {
    const user = await makeUser();
    await oweMail(user.id, now);
    await otherTransaction(async (tx) => {
      await tx.query(`SELECT FROM "Debt" WHERE "userId" = $1 FOR UPDATE`, [user.id]);
      expect(await sealDue(now)).toEqual({ sealed: 0 });
    });
    expect(await sealDue(now)).toEqual({ sealed: 1 });
  });

  it("creates one delivery in several concurrent runs", async () => {
    const user = await makeUser();
    for (let n = 0; n < 20; n++) await oweMail(user.id, now);
    const sealed = await Promise.all(Array.from({ length: 8 }, () => sealDue(now)));
    expect(sealed.reduce((sum, one) => sum + one.sealed, 0)).toBe(1);
    const [delivery] = await deliveriesOf(user.id);
    expect((await debtsOf(user.id)).every((debt) => debt.deliveryId === delivery!.id)).toBe(true);
  });
});

describe("mailRhythmSql", () => {
  it("agrees with rhythmFor in every combination", async () => {
    const rhythms = ["realtime", "hourly", "daily"] as const;
    const checked: [string | null, string | null][] = [];
    for (const emailNotifications of [true, false])
      for (const emailStatus of ["ok", "bounced", "complained", "unsubscribed"] as const)
        for (const emailVerifiedAt of [now, null])
          for (const emailFrequency of rhythms)
            for (const emailNotification of [true, false])
              for (const frequency of rhythms) {
                const user = { emailNotifications, emailStatus, emailVerifiedAt, emailFrequency };
                const { rows } = await pool().query<{ rhythm: string | null }>(
                  sql`SELECT ${mailRhythmSql} AS rhythm
                   FROM (SELECT ${emailNotifications}::boolean AS "emailNotifications", ${emailStatus}::"EmailStatus" AS "emailStatus",
                           ${emailVerifiedAt}::timestamptz AS "emailVerifiedAt", ${emailFrequency}::"Frequency" AS "emailFrequency") u,
                        (SELECT ${emailNotification}::boolean AS "emailNotification", ${frequency}::"Frequency" AS "frequency") w`,
                );
                checked.push([rows[0]!.rhythm, rhythmFor(user, { emailNotification, frequency })]);
              }
    expect(checked).toHaveLength(288);
    for (const [inSql, inDomain] of checked) expect(inSql).toBe(inDomain);
  });
});
