import { expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { prisma, transaction } from "@/server/platform/database";
import { inTransaction } from "@/server/platform/work";
import { recordRead } from "@/server/recording/record";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { deleteAccount } from "@/server/operation/statements/removals";
import { createPendingEmail } from "../../support/pending-email";
import { waitForBlockedQuery } from "../../support/blocked-query";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";

const now = new Date("2026-11-21T12:00:00.000Z");

async function watching() {
  const user = await createUser();
  return { user, watch: await createWatch(user, { activeSince: new Date(0) }) };
}

function record(watchIds: readonly string[], fullname: string) {
  const url = "https://www.reddit.com/";
  const text = { title: "t", body: "b", html: null, author: "a", url, over18: false };
  const item = { fullname, kind: "post" as const, site: "reddit", place: "webdev", createdAt: now, ...text };
  const match = () => watchIds.map((watchId) => ({ watchId, revision: 1 }));
  return recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now });
}

test("records matches for other users if an account is deleted concurrently", async () => {
  const [leaving, staying] = [await watching(), await watching()];
  let recording: ReturnType<typeof record> | undefined;
  await otherTransaction(async (tx) => {
    await inTransaction(tx, () => deleteAccount(tx, leaving.user.id, now));
    recording = record([leaving.watch.id, staying.watch.id], "t3_meets");
    await waitForBlockedQuery();
  });
  expect(await recording).toMatchObject({ matches: 2, notifications: 1 });
  const made = await prisma().notification.findMany({ where: { fullname: "t3_meets" } });
  expect(made.map(({ userId }) => userId)).toEqual([staying.user.id]);
  expect(await prisma().outboxEntry.count({ where: { userId: leaving.user.id } })).toBe(0);
});

test("leaves no visible or sendable matches if a deletion follows a recording", async () => {
  const leaving = await watching();
  await record([leaving.watch.id], "t3_before");
  await transaction((tx) => deleteAccount(tx, leaving.user.id, now));
  expect(await enqueueDueDeliveries(now)).toEqual({ enqueued: expect.any(Number) });
  expect(await prisma().delivery.count({ where: { userId: leaving.user.id } })).toBe(0);
  expect(await record([leaving.watch.id], "t3_after")).toMatchObject({ matches: 1, notifications: 0 });
});

test("enqueues deliveries for other users if an account is deleted concurrently", async () => {
  const [leaving, staying] = [await watching(), await watching()];
  for (const { user } of [leaving, staying]) await createPendingEmail(user.id, now);
  let run: ReturnType<typeof enqueueDueDeliveries> | undefined;
  await otherTransaction(async (tx) => {
    await inTransaction(tx, () => deleteAccount(tx, leaving.user.id, now));
    let hasGivenWay = false;
    run = enqueueDueDeliveries(now).finally(() => (hasGivenWay = true));
    // `enqueueDueDeliveries` gives up on the lock after 500 ms, possibly before we notice it waiting on a busy machine.
    await waitForBlockedQuery(() => hasGivenWay);
  });
  await run;
  await enqueueDueDeliveries(now);
  expect(await prisma().delivery.count({ where: { userId: staying.user.id } })).toBe(1);
  expect(await prisma().delivery.count({ where: { userId: leaving.user.id } })).toBe(0);
});
