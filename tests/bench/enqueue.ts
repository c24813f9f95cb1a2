/**
 * Enqueues the deliveries due at 08:00, ten entries per user: `npx tsx tests/bench/enqueue.ts [debts]
 * [--short]`.
 */
import { isShort, printFigure } from "./figure";
import { onOwnDatabase, sizeOr, timed } from "./stage";
import { unlimited } from "../support/unlimited";

const group = "enqueue";
const entryCount = sizeOr(isShort ? 20_000 : 1_000_000);
const users = entryCount / 10;

await onOwnDatabase(async () => {
  const { pool } = await import("../../src/server/platform/database");
  const { enqueueDueDeliveries } = await import("../../src/server/delivery/enqueue");
  const now = new Date("2026-11-21T08:00:00.000Z");
  await unlimited(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt", "emailFrequency")
     SELECT gen_random_uuid(), 'A', 'B', n || '@example.com', '', now(), 'daily' FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  // In recording order as after a day: by time, not by user.
  await unlimited(
    `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency")
     SELECT gen_random_uuid(), 'email', u."id", $1, 'daily' FROM generate_series(1, 10) AS round, "User" u ORDER BY round, md5(u."id"::text || round)`,
    [now],
  );
  await unlimited("VACUUM ANALYZE");
  await unlimited(
    `CREATE TABLE bare ("deliveryId" uuid, "notificationId" uuid, PRIMARY KEY ("deliveryId", "notificationId"))`,
  );
  const bareMs = await timed(() =>
    unlimited(`INSERT INTO bare SELECT "userId", "notificationId" FROM "OutboxEntry" ORDER BY 1, 2`),
  );
  let enqueued = 0;
  const spentMs = await timed(async () => ({ enqueued } = await enqueueDueDeliveries(now)));
  const { rows } = await pool().query<{ entries: number; left: number }>(
    `SELECT (SELECT count(*)::int FROM "DeliveryEntry") AS entries, (SELECT count(*)::int FROM "OutboxEntry") AS left`,
  );
  if (enqueued !== users || rows[0]!.entries !== entryCount || rows[0]!.left !== 0)
    throw new Error(
      `enqueued ${enqueued} of ${users}, ${rows[0]!.entries} entries, ${rows[0]!.left} entries left`,
    );
  const figure = { group, bound: "ceiling" } as const;
  const goal = entryCount / 100_000;
  const what = `${entryCount.toLocaleString("en")} debts of ${users.toLocaleString("en")} users`;
  printFigure({ ...figure, what, goal, measured: spentMs / 1000, unit: "s" });
  printFigure({
    ...figure,
    what: "the same, against a bare insert of so many pairs",
    goal: 6,
    measured: spentMs / bareMs,
    unit: "×",
    wide: 30,
  });
});
