import { expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../prisma/factories";
import { GET } from "@/app/api/metrics/route";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { createPendingEmail } from "../support/pending-email";
import { testSettings } from "../support/settings";

async function scraped(): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${testSettings.METRICS_TOKEN}` };
  const response = await GET(new Request("http://localhost:3000/api/metrics", { headers }));
  const lines = (await response.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      const labels = (all: string) => `{${all.slice(1, -1).split(",").toSorted().join(",")}}`;
      return [line.slice(0, at).replace(/\{.*\}/, labels), Number(line.slice(at + 1))];
    }),
  );
}

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

/** Creates a real-time email about one match, with `read` and `sent` in seconds after the post's creation. */
async function mailed(userId: string, written: Date, read: number, sent: number): Promise<void> {
  const at = (seconds: number) => new Date(written.getTime() + seconds * 1_000);
  const id = await createPendingEmail(userId, at(read), { dueAt: at(read) });
  await pool().query(`UPDATE "Item" SET "createdAt" = $1`, [written]);
  const delivery = {
    id: newId(),
    userId,
    destinationId: userId,
    channel: "email" as const,
    dedupeKey: at(read).toISOString(),
  };
  await prisma().delivery.create({
    data: { ...delivery, status: "sent", nextAttemptAt: at(read), sentAt: at(sent) },
  });
  await pool().query(
    `INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "frequency") VALUES ($1, $2, 'realtime')`,
    [delivery.id, id],
  );
}

test("reports lags, lanes, budgets, leases, stuck deliveries, faults and events", async () => {
  const user = await createUser();
  await mailed(user.id, ago(100), 10, 25);
  // Found when a watch looked back, so its age isn't a delay.
  await createNotification(await createWatch(user), {
    ...{ createdAt: ago(50), isSilent: true, item: { createdAt: ago(80_000) } },
  });
  await prisma().place.create({
    data: {
      site: "reddit",
      name: "webdev",
      displayName: "webdev",
      watchedSince: ago(9_000),
      reads: { create: [{ kind: "post", readAt: ago(60) }, { kind: "comment" }] },
    },
  });
  await prisma().budget.create({
    data: { clientId: testSettings.REDDIT_CLIENT_ID, windowStart: ago(5), used: 85, pausedUntil: ago(-30) },
  });
  await prisma().lease.createMany({
    data: [
      { name: "poll", owner: newId(), expiresAt: ago(-60) },
      { name: "deliver", owner: newId(), expiresAt: ago(60) },
    ],
  });
  const faults = [{ unit: "lane", error: "x" }];
  await prisma().run.createMany({
    data: [
      { id: newId(), route: "poll", startedAt: ago(7_200) },
      { id: newId(), route: "poll", startedAt: ago(60), finishedAt: ago(50), tally: {}, faults },
    ],
  });
  const waiting = {
    userId: user.id,
    destinationId: user.id,
    channel: "email" as const,
    status: "pending" as const,
  };
  await prisma().delivery.createMany({
    data: [3_600, 60].map((seconds) => ({
      ...waiting,
      id: newId(),
      dedupeKey: `s${seconds}`,
      nextAttemptAt: ago(seconds),
    })),
  });
  await prisma().webhookEvent.createMany({
    data: [ago(9), ago(90_000)].map((receivedAt, n) => ({
      provider: "stripe",
      eventId: `evt_${n}`,
      type: "x",
      receivedAt,
    })),
  });
  const result = await scraped();
  const about = (name: string, min: number, max: number) =>
    expect([name, result[`earshot_${name}`]! >= min, result[`earshot_${name}`]! <= max]).toEqual([
      name,
      true,
      true,
    ]);
  about('lag_seconds{quantile="0.95",until="notification"}', 9.9, 10.1);
  about('lag_seconds{quantile="1",until="mail"}', 24.9, 25.1);
  about('lane_age_seconds{kind="post",quantile="1",site="reddit"}', 60, 120);
  // Never read, so the age counts from the start of watching.
  about('lane_age_seconds{kind="comment",quantile="1",site="reddit"}', 9_000, 9_100);
  about('budget_paused_seconds{site="reddit"}', 1, 30);
  expect(result).toMatchObject({
    'earshot_budget_left{site="reddit"}': 900,
    'earshot_budget_left{site="hackernews"}': 60_000,
    'earshot_budget_left{site="lobsters"}': 600,
    'earshot_budget_left{site="bluesky"}': 3_000,
    'earshot_lease_held{name="poll"}': 1,
    'earshot_lease_held{name="deliver"}': 0,
    earshot_runs_stuck: 1,
    earshot_deliveries_stuck: 1,
    'earshot_unit_failures{route="poll"}': 1,
    'earshot_webhook_events{provider="stripe"}': 1,
    earshot_subscriptions_unread: 0,
  });
});

test("omits unknown values", async () => {
  await pool().query(`TRUNCATE "Notification", "PlaceRead", "Budget" CASCADE`);
  const result = await scraped();
  expect(Object.keys(result).filter((name) => /^earshot_(?:lag|lane_age)/.test(name))).toEqual([]);
  expect(result['earshot_budget_left{site="reddit"}']).toBe(985);
});
