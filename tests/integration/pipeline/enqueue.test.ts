import { beforeEach, describe, expect, it } from "vitest";
import { frequencyFor } from "../../support/effective-frequency";
import { createUser } from "../../../prisma/factories";
import { pool, prisma, sql, transaction } from "@/server/platform/database";
import { env } from "@/env";
import { newId } from "@/server/platform/ids";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { softDeleteNotification } from "@/server/notifications/statements/status-updates";
import { effectiveFrequencySql } from "@/server/delivery/statements/channel-sql";
import {
  countOutbox,
  getDeliveries,
  emptyOutbox,
  makeUser,
  createPendingEmail,
} from "../../support/pending-email";
import { createDestination } from "../../support/given-destinations";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";
import { createMatches, getId, getRowRatio } from "../../support/stale-statistics";
import { createDeliveries, findNextDue, listDueEntries } from "@/server/delivery/statements/enqueue";
import { moveUnreached } from "@/server/delivery/statements/mail-instead";
import type { ChannelName } from "@/channels/registry";

const now = new Date("2026-11-21T14:03:07.250Z");
const morning = new Date("2026-11-21T08:00:00.000Z");
const later = (ms: number) => new Date(now.getTime() + ms);

beforeEach(emptyOutbox);

describe("enqueueDueDeliveries", () => {
  it("combines a user's due entries into one delivery and leaves later ones", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { dueAt: later(-5000) });
    await createPendingEmail(user.id, now, { dueAt: later(-1000) });
    await createPendingEmail(user.id, now, { dueAt: later(1), frequency: "hourly" });
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 1 });
    const [delivery, ...more] = await getDeliveries(user.id);
    expect(more).toEqual([]);
    expect(delivery).toMatchObject({
      dedupeKey: later(-1000).toISOString(),
      count: 2,
      status: "pending",
      channel: "email",
    });
    expect((await countOutbox(user.id)).filter((entry) => entry.deliveryId === delivery!.id)).toHaveLength(2);
  });

  it("uses each due time once; late entries wait for the next digest", async () => {
    const user = await makeUser({ emailFrequency: "daily" });
    await createPendingEmail(user.id, now, { dueAt: morning, frequency: "daily" });
    await enqueueDueDeliveries(now);
    await createPendingEmail(user.id, now, { dueAt: morning, frequency: "daily" });
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    const late = (await countOutbox(user.id)).find((entry) => entry.deliveryId === null);
    expect(late?.mailDueAt).toEqual(new Date("2026-11-22T08:00:00.000Z"));
    expect(await getDeliveries(user.id)).toHaveLength(1);
  });

  it("an overdue digest stays due when a setting changes", async () => {
    const user = await makeUser({ emailFrequency: "daily" });
    await createPendingEmail(user.id, now, { dueAt: morning, frequency: "daily" });
    await createPendingEmail(user.id, now, { dueAt: morning, frequency: "hourly" });
    await transaction((tx) => rescheduleOutbox(tx, user.id, now));
    const dueTimes = (await countOutbox(user.id)).map(({ mailDueAt }) => mailDueAt);
    // The hourly one is daily now.
    expect(dueTimes).toEqual([now, new Date("2026-11-22T08:00:00.000Z")]);
  });

  it("immediately sends a real-time entry whose due time is already used", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { dueAt: morning });
    await enqueueDueDeliveries(morning);
    await createPendingEmail(user.id, now, { dueAt: morning });
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 1 });
    expect((await getDeliveries(user.id)).map((delivery) => delivery.dedupeKey)).toEqual([
      morning.toISOString(),
      now.toISOString(),
    ]);
  });

  it("adds real-time entries to a due digest, under its due time", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now, { dueAt: morning, frequency: "daily" });
    await createPendingEmail(user.id, now, { dueAt: now });
    await enqueueDueDeliveries(now);
    expect(await getDeliveries(user.id)).toMatchObject([{ dedupeKey: morning.toISOString(), count: 2 }]);
  });

  it("drops entries of users that cannot be emailed", async () => {
    const users = await Promise.all([
      makeUser({ emailNotifications: false }),
      makeUser({ isVerified: false }),
      makeUser({ emailStatus: "bounced" }),
      makeUser({ emailStatus: "complained" }),
      makeUser({ emailStatus: "unsubscribed" }),
    ]);
    for (const user of users) await createPendingEmail(user.id, now);
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    for (const user of users)
      expect(await countOutbox(user.id)).toMatchObject([{ mailDueAt: null, deliveryId: null }]);
  });

  it("drops entries of deleted notifications", async () => {
    const user = await makeUser();
    const id = await createPendingEmail(user.id, now);
    await softDeleteNotification(pool(), user.id, id, now);
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    expect(await countOutbox(user.id)).toMatchObject([{ mailDueAt: null, deliveryId: null }]);
  });

  it("skips entries locked by another transaction and enqueues them afterwards", async () => {
    const user = await makeUser();
    await createPendingEmail(user.id, now);
    await otherTransaction(async (tx) => {
      await tx.query(`SELECT FROM "OutboxEntry" WHERE "userId" = $1 FOR UPDATE`, [user.id]);
      expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 0 });
    });
    expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 1 });
  });

  it("limits a round by users if many entries share a due time", async () => {
    const users = await Promise.all(Array.from({ length: 12 }, () => makeUser({ emailFrequency: "daily" })));
    for (const { id } of users)
      for (let n = 0; n < 3; n++) await createPendingEmail(id, now, { dueAt: morning, frequency: "daily" });
    const enqueue = (hasTime: boolean) => enqueueDueDeliveries(now, () => hasTime, ["email"], 8);
    // Entry 9 belongs to the third user.
    expect(await enqueue(false)).toEqual({ enqueued: 3 });
    expect(await enqueue(true)).toEqual({ enqueued: 9 });
    for (const { id } of users) expect(await getDeliveries(id)).toMatchObject([{ count: 3 }]);
  });

  it("leaves an entry recorded for another destination after the due ones were listed", async () => {
    const user = await createUser({ plan: "pro" });
    const to = (name: string) =>
      createDestination(user.id, {
        channel: "slack",
        address: `https://hooks.slack.com/services/T/B/${name}`,
      });
    const [usual, own] = [await to("usual"), await to("own")];
    await prisma().destination.update({ where: { id: own }, data: { isDefault: false } });
    const record = async (destinations: string[]) => {
      const notificationId = await createPendingEmail(user.id, now, { frequency: null });
      const entry = { notificationId, userId: user.id, channel: "slack", dueAt: now, destinations } as const;
      await prisma().outboxEntry.create({ data: entry });
    };
    await record([]);
    const listed = await listDueEntries(pool(), "slack", { until: now, now });
    expect(listed.map(({ destinationId }) => destinationId)).toEqual([usual]);
    await record([own]);
    const drafts = listed.map(({ userId, count }) => ({
      ...{ id: newId(), userId, destinationId: usual, dedupeKey: now.toISOString(), count },
    }));
    await createDeliveries(pool(), "slack", drafts, now, now);
    const left = () => prisma().outboxEntry.findMany({ where: { userId: user.id, channel: "slack" } });
    expect(await left()).toMatchObject([{ destinations: [own] }]);
    await enqueueDueDeliveries(later(60_000));
    expect(await left()).toEqual([]);
    expect(await prisma().delivery.count({ where: { destinationId: own } })).toBe(1);
  });

  it("combines entries that waited while their channel was turned off into one delivery", async () => {
    const user = await createUser({ plan: "pro" });
    const destinationId = await createDestination(user.id, { channel: "telegram", address: "5180042001" });
    for (const dueAt of [later(-7_200_000), later(-3_600_000), now]) {
      const notificationId = await createPendingEmail(user.id, dueAt, { frequency: null, createdAt: dueAt });
      const entry = { notificationId, userId: user.id, channel: "telegram", dueAt } as const;
      await prisma().outboxEntry.create({ data: entry });
      expect(await enqueueDueDeliveries(dueAt)).toEqual({ enqueued: 0 });
    }
    expect(await findNextDue(pool(), new Date(0))).toMatchObject({ isLeft: false, next: null });
    Object.assign(env(), { TELEGRAM_BOT_TOKEN: "123456:integration-telegram-bot-token" });
    try {
      expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: 1 });
    } finally {
      Object.assign(env(), { TELEGRAM_BOT_TOKEN: undefined });
    }
    expect(await prisma().delivery.findMany()).toMatchObject([{ destinationId, count: 3 }]);
  });

  it("enqueues other channels if one fails", async () => {
    const user = await createUser({ plan: "pro" });
    await createDestination(user.id, { channel: "slack", address: "https://hooks.slack.com/services/T/B/x" });
    const notificationId = await createPendingEmail(user.id, now);
    const entry = { notificationId, userId: user.id, channel: "slack", dueAt: now } as const;
    await prisma().outboxEntry.create({ data: entry });
    await pool().query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON "Delivery" FOR EACH ROW WHEN (NEW."channel" = 'email') EXECUTE FUNCTION refuse()`,
    );
    try {
      await expect(enqueueDueDeliveries(now)).rejects.toThrow("refused");
    } finally {
      await pool().query(`DROP FUNCTION refuse() CASCADE`);
    }
    const { delivery } = prisma();
    expect(await delivery.findMany({ select: { channel: true } })).toEqual([{ channel: "slack" }]);
    expect(await enqueueDueDeliveries(later(1))).toEqual({ enqueued: 1 });
  });

  it("creates one delivery in several concurrent runs", async () => {
    const user = await makeUser();
    for (let n = 0; n < 20; n++) await createPendingEmail(user.id, now);
    const enqueued = await Promise.all(Array.from({ length: 8 }, () => enqueueDueDeliveries(now)));
    expect(enqueued.reduce((sum, one) => sum + one.enqueued, 0)).toBe(1);
    const [delivery] = await getDeliveries(user.id);
    expect((await countOutbox(user.id)).every((entry) => entry.deliveryId === delivery!.id)).toBe(true);
  });
});

describe("effectiveFrequencySql", () => {
  it("agrees with frequencyFor in every combination", async () => {
    const frequencies = ["realtime", "hourly", "daily"] as const;
    const checked: [string | null, string | null][] = [];
    for (const emailNotifications of [true, false])
      for (const emailStatus of ["ok", "bounced", "complained", "unsubscribed"] as const)
        for (const emailVerifiedAt of [now, null])
          for (const emailFrequency of frequencies)
            for (const emailNotification of [true, false])
              for (const frequency of frequencies) {
                const user = { emailNotifications, emailStatus, emailVerifiedAt, emailFrequency };
                const { rows } = await pool().query<{ frequency: string | null }>(
                  sql`SELECT ${effectiveFrequencySql} AS frequency
                   FROM (SELECT ${emailNotifications}::boolean AS "emailNotifications", ${emailStatus}::"EmailStatus" AS "emailStatus",
                           ${emailVerifiedAt}::timestamptz AS "emailVerifiedAt", ${emailFrequency}::"Frequency" AS "emailFrequency") u,
                        (SELECT ${emailNotification}::boolean AS "emailNotification", ${frequency}::"Frequency" AS "frequency") w`,
                );
                checked.push([rows[0]!.frequency, frequencyFor(user, { emailNotification, frequency })]);
              }
    expect(checked).toHaveLength(288);
    for (const [inSql, inDomain] of checked) expect(inSql).toBe(inDomain);
  });
});

describe("with statistics from before the entries", () => {
  const until = new Date(Date.now() + 60_000);
  const users = 1_500;
  const userIds = (name: string) => Array.from({ length: users }, (_, n) => getId(`${name}${n + 1}`));
  const fill = async (name: string, channel: ChannelName) => {
    await createMatches(name, { users, items: 20 });
    await pool().query(
      `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt")
       SELECT "id", $1, "userId", now() FROM "Notification" WHERE "fullname" LIKE $2`,
      [channel, `${name}%`],
    );
    if (channel === "email") return;
    await pool().query(
      `INSERT INTO "Destination" ("id", "userId", "channel", "addressHash", "encryptedAddress", "isDefault")
       SELECT gen_random_uuid(), "id", $1, "id"::text, '', true FROM "User" WHERE "email" LIKE $2`,
      [channel, `${name}%`],
    );
  };

  it("creates deliveries as fast", async () => {
    const drafts = userIds("a").map((userId) => ({
      id: userId,
      userId,
      destinationId: userId,
      dedupeKey: "",
      count: 20,
    }));
    const ratio = await getRowRatio(
      () => fill("a", "email"),
      async (tx) => expect(await createDeliveries(tx, "email", drafts, until, now)).toHaveLength(users),
    );
    expect(ratio).toBeLessThan(10);
  });

  it("lists due entries as fast", async () => {
    const ratio = await getRowRatio(
      () => fill("b", "slack"),
      async (tx) => expect(await listDueEntries(tx, "slack", { until, now })).toHaveLength(users),
    );
    expect(ratio).toBeLessThan(10);
  });

  it("finds entries without a destination as fast", async () => {
    const ratio = await getRowRatio(
      () => fill("c", "discord"),
      (tx) => moveUnreached(tx, "discord", userIds("c"), { until, now, onlyNamed: false }),
    );
    expect(ratio).toBeLessThan(10);
  });
});
