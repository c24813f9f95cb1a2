import { beforeEach, expect, test } from "vitest";
import { createUser } from "../../../prisma/factories";
import { findDueWork } from "@/server/delivery/statements/due-work";
import { pool, type Queryable, transaction } from "@/server/platform/database";

const now = new Date("2026-11-28T10:00:00.000Z");
const waiting = 5_000;

beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Delivery", "OutboxEntry" CASCADE`);
});

/** A queue that was due when the planner last counted it, as behind an unreachable receiver. */
async function postponeQueue(): Promise<void> {
  const { id } = await createUser();
  await pool().query(
    `INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "nextAttemptAt")
     SELECT gen_random_uuid(), $1, gen_random_uuid(), 'webhook', n::text, $2 FROM generate_series(1, $3::int) n`,
    [id, now, waiting],
  );
  await pool().query(`ANALYZE "Delivery"`);
  await pool().query(`UPDATE "Delivery" SET "nextAttemptAt" = $1::timestamptz + interval '1 minute'`, [now]);
}

/** Rows read by scans of the whole table, since the connection last reported them. */
async function countScanned(tx: Queryable): Promise<number> {
  const { rows } = await tx.query<{ scanned: number }>(
    `SELECT seq_tup_read::int AS scanned FROM pg_stat_xact_user_tables WHERE relname = 'Delivery'`,
  );
  return rows[0]!.scanned;
}

test("finds due messages without reading a long queue", async () => {
  await postponeQueue();
  await transaction(async (tx) => {
    const before = await countScanned(tx);
    expect((await findDueWork(tx, now)).deliveries).toEqual([]);
    expect((await countScanned(tx)) - before).toBe(0);
  });
  expect((await findDueWork(pool(), new Date(now.getTime() + 60_000))).deliveries).toEqual(["webhook"]);
});
