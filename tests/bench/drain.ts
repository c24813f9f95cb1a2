/**
 * Sends 100,000 deliveries that are due at the same time, at the pace the mail provider allows (two requests
 * of 100 emails per second): `npx tsx tests/bench/drain.ts [deliveries] [--short]`. The provider is a sandbox
 * in a separate process.
 */
import path from "node:path";
import { startProgram } from "../../scripts/processes.mjs";
import { isShort, printFigure } from "./figure";
import { retainedMegabytes } from "./memory";
import { onOwnDatabase, sizeOr } from "./stage";
import { unlimited } from "../support/unlimited";

const group = "drain";
const deliveries = sizeOr(isShort ? 5_000 : 100_000);
const runMs = isShort ? 6_000 : 45_000;
/** Emails per second: two requests of a hundred emails. */
const paceASecond = 200;

const folder = path.resolve(".data/test");
const sandbox = await startProgram("bench-sandbox", "sandbox/main.ts", {
  args: ["--app-url", "http://localhost:3000", "--certificate", folder],
  imports: ["tsx"],
  logFolder: path.join(folder, "logs"),
});
const settings = { RESEND_BASE_URL: `http://127.0.0.1:${sandbox.message.port}/resend` };
try {
  await onOwnDatabase(drain, settings);
} finally {
  await sandbox.stop();
}

async function drain(): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const { deliverDue } = await import("../support/deliver-due");
  await fill();

  const started = performance.now();
  const start = new Date();
  const now = () => new Date(start.getTime() + performance.now() - started);
  const stored: number[] = [];
  const worked = process.cpuUsage();
  const sampling = setInterval(() => stored.push(retainedMegabytes()), runMs / 9);
  const tally = await deliverDue(now, () => new Date(start.getTime() + runMs), "alert");
  clearInterval(sampling);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${tally.sent} sent in ${seconds.toFixed(1)} s, ${tally.pending} wait, ${tally.failed} failed`);

  const { user, system } = process.cpuUsage(worked);
  const ended = tally.pending === 0;
  const figure = { group, bound: "ceiling" } as const;
  printFigure({
    group,
    what: `${deliveries.toLocaleString("en")} due: share of the provider's pace`,
    goal: 0.9,
    measured: ended ? 1 : tally.sent / (seconds * paceASecond),
    unit: "×",
    bound: "floor",
    wide: 0.005,
  });
  printFigure({
    ...figure,
    what: "processor time a mail, of the 5 ms that the pace leaves",
    goal: 5,
    measured: (user + system) / 1000 / tally.sent,
    unit: "ms",
  });
  console.log(`held ${stored.map((megabytes) => megabytes.toFixed(0)).join(", ")} MB`);
  // Compare thirds, since caches can still fill up in the first one.
  const max = (from: number, to?: number) => Math.max(...stored.slice(from, to));
  printFigure({
    ...figure,
    what: "memory held in the last third above that in the second",
    goal: 20,
    measured: Math.max(0, max(-3) - max(-6, -3)),
    unit: "MB",
    wide: 40,
  });
  const { rows } = await pool().query<{ passed: number }>(
    `SELECT count(*)::int AS passed FROM "Delivery" WHERE "status" = 'pending'
       AND "nextAttemptAt" < (SELECT max("nextAttemptAt") FROM "Delivery" WHERE "status" = 'sent')`,
  );
  printFigure({
    ...figure,
    what: "users passed over by somebody who has waited less",
    goal: 0,
    measured: rows[0]!.passed,
    unit: "",
    wide: 0,
  });
}

/** Creates one delivery with one notification per user, with different due times. */
async function fill(): Promise<void> {
  const insert = (into: string, select: string) => unlimited(`INSERT INTO ${into} ${select}`, [deliveries]);
  const each = "generate_series(1, $1::int) AS n";
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  await insert(
    `"User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt")`,
    `SELECT ${id(1)}, 'Maya', 'Okafor', 'user' || n || '@example.com', '', now() FROM ${each}`,
  );
  await insert(
    `"Item" ("fullname", "kind", "site", "place", "title", "content", "url", "author", "createdAt", "storedAt", "checkedAt")`,
    `SELECT 't3_' || n, 'post', 'reddit', 'webdev', 'Which invoice software do you use?', repeat('A sentence about late payments. ', 10),
       'https://www.reddit.com/r/webdev/comments/' || n || '/', 'careful_owner', now(), now(), now() FROM ${each}`,
  );
  await insert(
    `"Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")`,
    `SELECT ${id(2)}, ${id(1)}, ${id(3)}, 't3_' || n, 'reddit', 'webdev', 'invoice', ${id(4)}, now() FROM ${each}`,
  );
  await insert(
    `"Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "count", "nextAttemptAt")`,
    `SELECT ${id(5)}, ${id(1)}, ${id(1)}, 'email', '2026-11-21T08:00:00.000Z', 1, now() - n * interval '1 millisecond' FROM ${each}`,
  );
  await insert(
    `"DeliveryEntry" ("deliveryId", "notificationId", "frequency")`,
    `SELECT ${id(5)}, ${id(2)}, 'realtime' FROM ${each}`,
  );
  await unlimited("VACUUM ANALYZE");
}
