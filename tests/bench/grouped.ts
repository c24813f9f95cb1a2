/**
 * The grouped call for a user with 200,000 notifications and for one with 400, beside the least that a bare `pg`
 * query can read of the same rows: `npx tsx tests/bench/grouped.ts [notifications]`. In turns; medians count.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { startDatabase } from "../../scripts/database.mjs";
import { migrate } from "../../scripts/migrate.mjs";
import { testSettings } from "../support/settings";

const rounds = 15;
const held = Number(process.argv[2] ?? 200_000);
const directory = path.resolve(".data/test", `bench-${process.pid}`);
const database = await startDatabase({ directory, durable: false });
try {
  await migrate(database.url);
  Object.assign(process.env, testSettings, { DATABASE_URL: database.url });
  await bench();
} finally {
  await database.stop();
  rmSync(directory, { recursive: true, force: true });
}

async function bench(): Promise<void> {
  // Read the settings only now that they are there.
  const { createUser, createWatch } = await import("../../prisma/factories");
  const { createManyNotifications } = await import("../support/many-notifications");
  const { notificationQuery } = await import("../../src/contract/notification");
  const { closeDatabase, pool } = await import("../../src/server/database");
  const { listGroups } = await import("../../src/server/notification-groups");
  const { markSelectedRead } = await import("../../src/server/notification-sets");
  const { findAccount } = await import("../../src/server/sql/find-account");

  for (const count of [held, 400]) {
    const user = await createUser();
    const watches = [];
    for (let n = 0; n < 4; n += 1) watches.push(await createWatch(user, { keyword: `keyword ${n}` }));
    await createManyNotifications(watches, count / watches.length);
    const account = await findAccount(pool(), user.id);
    if (account === null) throw new Error("the account is not there");
    const query = notificationQuery.parse({});
    const grouped: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      grouped.push(await timed(() => listGroups(account, query)));
      bare.push(
        await timed(() =>
          pool().query(
            `SELECT "userKeywordId", count(*), max("createdAt") FROM "Notification"
             WHERE "userId" = $1 AND "status" = 'unread' AND "deletedAt" IS NULL GROUP BY 1`,
            [user.id],
          ),
        ),
      );
    }
    const [ours, control] = [median(grouped), median(bare)];
    console.log(
      `${count} notifications: grouped ${ours.toFixed(1)} ms, bare count by group ${control.toFixed(1)} ms, ratio ${(ours / control).toFixed(2)}`,
    );
    const reading = await timed(() => markSelectedRead(account, { all: true }));
    console.log(`${count} notifications: read all ${reading.toFixed(0)} ms`);
  }
  await closeDatabase();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
