/**
 * Enqueues the deliveries due at 08:00, ten entries per user: `npx tsx tests/bench/seal.ts [debts]
 * [--short]`.
 */
import { isShort, printFigure } from "./figure";
import { onOwnDatabase, sizeOr, timed } from "./stage";
import { unlimited } from "../support/unlimited";

const group = "seal";
const debts = sizeOr(isShort ? 20_000 : 1_000_000);
const users = debts / 10;

await onOwnDatabase(async () => {
  const { pool } = await import("../../src/server/platform/database");
  const { sealDue } = await import("../../src/server/delivery/seal");
  const now = new Date("2026-11-21T08:00:00.000Z");
  await unlimited(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt", "emailFrequency")
     SELECT gen_random_uuid(), 'A', 'B', n || '@example.com', '', now(), 'daily' FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  // In recording order as after a day: by time, not by user.
  await unlimited(
    `INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm")
     SELECT gen_random_uuid(), 'email', u."id", $1, 'daily' FROM generate_series(1, 10) AS round, "User" u ORDER BY round, md5(u."id"::text || round)`,
    [now],
  );
  await unlimited("VACUUM ANALYZE");
  await unlimited(
    `CREATE TABLE bare ("deliveryId" uuid, "notificationId" uuid, PRIMARY KEY ("deliveryId", "notificationId"))`,
  );
  const bareMs = await timed(() =>
    unlimited(`INSERT INTO bare SELECT "userId", "notificationId" FROM "Debt" ORDER BY 1, 2`),
  );
  let sealed = 0;
  const spentMs = await timed(async () => ({ sealed } = await sealDue(now)));
  const { rows } = await pool().query<{ entries: number; left: number }>(
    `SELECT (SELECT count(*)::int FROM "DeliveryEntry") AS entries, (SELECT count(*)::int FROM "Debt") AS left`,
  );
  if (sealed !== users || rows[0]!.entries !== debts || rows[0]!.left !== 0)
    throw new Error(`sealed ${sealed} of ${users}, ${rows[0]!.entries} entries, ${rows[0]!.left} debts left`);
  const figure = { group, bound: "ceiling" } as const;
  const goal = debts / 100_000;
  const what = `${debts.toLocaleString("en")} debts of ${users.toLocaleString("en")} users`;
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
