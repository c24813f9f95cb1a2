import { beforeEach, describe, expect, it } from "vitest";
import { createSubscription } from "../../../prisma/factories";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma } from "@/server/platform/database";
import { emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";

const now = new Date("2026-11-21T14:03:07.250Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

beforeEach(emptyOutbox);

async function arrange({ isPro, limitBursts }: { isPro: boolean; limitBursts: boolean }) {
  const user = await makeUser();
  await prisma().user.update({ where: { id: user.id }, data: { limitBursts } });
  if (isPro) await createSubscription(user);
  return user;
}

/**
 * Returns per message: seconds since the start, number of matches, and whether it mentions the burst limit.
 */
async function messages(): Promise<[number, number, boolean][]> {
  const { rows } = await pool().query<{ at: Date; entries: number; says: boolean }>(
    `SELECT d."createdAt" AS at, count(*)::int AS entries, bool_or(e."isInDigest") AS says
     FROM "Delivery" d JOIN "DeliveryEntry" e ON e."deliveryId" = d."id" GROUP BY d."id" ORDER BY 1`,
  );
  return rows.map(({ at, entries, says }) => [(at.getTime() - now.getTime()) / 1000, entries, says]);
}

async function matches(userId: string, at: Date, count: number): Promise<void> {
  await pool().query(
    `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency")
     SELECT gen_random_uuid(), 'email', $1, $2, 'realtime' FROM generate_series(1, $3::int)`,
    [userId, at, count],
  );
}

const times = (all: readonly [number, number, boolean][]) => all.map(([seconds]) => seconds);

/**
 * 10,000 matches within ten minutes. Deliveries are enqueued every ten seconds and once after half an hour.
 */
async function storm(userId: string) {
  for (let seconds = 0; seconds <= 900; seconds += 10) {
    const at = later(seconds);
    if (seconds < 600) await matches(userId, at, seconds === 0 ? 10_000 - 59 * 166 : 166);
    await enqueueDueDeliveries(at);
  }
  await enqueueDueDeliveries(later(1_800));
  const all = await messages();
  expect(all.reduce((sum, [, entries]) => sum + entries, 0)).toBe(10_000);
  expect(await prisma().outboxEntry.count()).toBe(0);
  return all;
}

describe("10,000 matches for one user in ten minutes", () => {
  it("Pro: sends five messages, then one per ten minutes that mentions the limit", async () => {
    const user = await arrange({ isPro: true, limitBursts: true });
    const all = await storm(user.id);
    expect(times(all)).toEqual([0, 10, 20, 30, 40, 640]);
    expect(all.map(([, , says]) => says)).toEqual([false, false, false, false, false, true]);
  });

  it("Pro without the limit: sends a message every ten seconds", async () => {
    const user = await arrange({ isPro: true, limitBursts: false });
    expect(times(await storm(user.id))).toEqual(Array.from({ length: 60 }, (_, at) => at * 10));
  });

  it("Free: sends two messages", async () => {
    const user = await arrange({ isPro: false, limitBursts: true });
    const all = await storm(user.id);
    expect(times(all)).toEqual([0, 900]);
    expect(all.some(([, , says]) => says)).toBe(false);
  });
});

it("lifts the limit after a quieter hour", async () => {
  const user = await arrange({ isPro: true, limitBursts: true });
  for (const seconds of [0, 10, 20, 30, 40]) {
    await createPendingEmail(user.id, later(seconds));
    expect(await enqueueDueDeliveries(later(seconds))).toEqual({ enqueued: 1 });
  }
  await createPendingEmail(user.id, later(50));
  expect(await enqueueDueDeliveries(later(50))).toEqual({ enqueued: 0 });
  expect(await enqueueDueDeliveries(later(640))).toEqual({ enqueued: 1 });
  await createPendingEmail(user.id, later(3_641));
  expect(await enqueueDueDeliveries(later(3_641))).toEqual({ enqueued: 1 });
});
