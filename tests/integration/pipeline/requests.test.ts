import { beforeEach, expect, it } from "vitest";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { freezeDue } from "@/server/delivery/freeze";
import { recordOutcome } from "@/server/delivery/outcomes";
import { renewDeliveries } from "@/server/delivery/statements/claims";
import { claimRequest, hasDueRequest, listRequestMessages } from "@/server/delivery/statements/requests";
import { pool, prisma } from "@/server/platform/database";
import { otherTransaction } from "../../support/other-transaction";
import { createPendingEmail, emptyOutbox, makeUser } from "../../support/pending-email";
import "../../support/parallel-connections";
import { getId, getRowRatio } from "../../support/stale-statistics";

/** Several emails in one request: claimed together, by one worker. */

const size = 20;
const now = new Date("2026-11-21T14:03:07.250Z");
const leaseUntil = new Date(now.getTime() + 60_000);
const claim = () =>
  claimRequest(pool(), { channel: "email", kind: null, now, leaseUntil, countsAttempts: true });
const statuses = async () => {
  const counts = await prisma().delivery.groupBy({ by: ["status"], _count: true });
  return Object.fromEntries(counts.map(({ status, _count }) => [status, _count]));
};

beforeEach(async () => {
  await emptyOutbox();
  for (let n = 0; n < size; n++) await createPendingEmail((await makeUser()).id, now);
  await enqueueDueDeliveries(now);
  await freezeDue("email", "alert", now);
});

it("of ten workers that claim a request at the same time, one gets all its messages", async () => {
  const claimed = await Promise.all(Array.from({ length: 10 }, claim));
  expect(claimed.filter((one) => one !== null).map(({ claims }) => claims.length)).toEqual([size]);
});

it.each([
  ["claimed", `"leaseUntil" = $1`],
  ["postponed", `"nextAttemptAt" = $1`],
])("a request isn't due while one of its messages is %s", async (_, change) => {
  const set = (at: Date) =>
    pool().query(
      `UPDATE "Delivery" SET ${change} WHERE "id" = (SELECT "id" FROM "Delivery" ORDER BY "id" LIMIT 1)`,
      [at],
    );
  await set(leaseUntil);
  expect(await hasDueRequest(pool(), "email", null, now)).toBe(false);
  expect(await claim()).toBeNull();
  await set(now);
  expect((await claim())?.claims).toHaveLength(size);
});

it("records no outcome for a message that another worker has claimed since", async () => {
  const request = (await claim())!;
  const messages = await listRequestMessages(pool(), request.key, now);
  await pool().query(`UPDATE "Delivery" SET "fence" = "fence" + 1 WHERE "id" = $1`, [messages[7]!.id]);
  const outcomes = messages.map(({ id }) => ({ kind: "sent", id }) as const);
  const tally = await recordOutcome({ ...request, channel: "email" }, messages, outcomes, now);
  expect(tally).toEqual({ sent: size - 1, failed: 0, retried: 0 });
  expect(await statuses()).toEqual({ sent: size - 1, frozen: 1 });
});

it("renews claims without waiting for a transaction that records their outcome", async () => {
  const { claims } = (await claim())!;
  await otherTransaction(async (tx) => {
    await tx.query(`SELECT FROM "Delivery" WHERE "id" = $1 FOR UPDATE`, [claims[3]!.id]);
    await renewDeliveries(pool(), claims, new Date(leaseUntil.getTime() + 60_000));
  });
  const leases = await prisma().delivery.groupBy({ by: ["leaseUntil"], _count: true });
  expect(leases.map(({ _count }) => _count).sort()).toEqual([1, size - 1]);
});

it("claims as fast with statistics from before the requests", async () => {
  const fill = () =>
    pool().query(
      `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "status", "nextAttemptAt", "requestKey", "requestPosition")
       SELECT gen_random_uuid(), $1, $1, 'email', n::text, 'frozen', $2, md5((n / 100)::text)::uuid, n % 100 FROM generate_series(0, 9999) n`,
      [getId("a1"), now],
    );
  await emptyOutbox();
  const ratio = await getRowRatio(fill, (tx) =>
    claimRequest(tx, { channel: "email", kind: null, now, leaseUntil, countsAttempts: true }),
  );
  expect(ratio).toBeLessThan(10);
});
