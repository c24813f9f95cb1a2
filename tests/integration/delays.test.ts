import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import { GET as metrics } from "@/app/api/metrics/route";
import { coverageResponse, type CoverageResponse } from "@/contract/coverage";
import { getBucket, toSeconds } from "@/domain/delivery/delay-buckets";
import type { Item } from "@/domain/reading/item";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { retain } from "@/server/operation/retention";
import { databaseNow, pool, prisma, sql } from "@/server/platform/database";
import { bucketSql } from "@/server/delivery/statements/delays";
import { recordRead } from "@/server/recording/record";
import { emptyOutbox } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { testSettings } from "../support/settings";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";

let provider: MailProvider;
let now: Date;
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  await pool().query(`TRUNCATE "Delay", "Place", "RecentItem" CASCADE`);
  now = await databaseNow();
});
afterAll(() => provider.close());

let made = 0;
function writtenAt(createdAt: Date, place = "webdev"): Item {
  const text = {
    title: "t",
    body: "b",
    html: null,
    author: "a",
    url: "https://www.reddit.com/",
    over18: false,
  };
  return { fullname: `t3_delay${made++}`, kind: "post", site: "reddit", place, createdAt, ...text };
}

/** Records these items as one read, matched by the given watches. */
function record(items: readonly Item[], watchIds: readonly string[], seenAt = now) {
  const match = () => watchIds.map((watchId) => ({ watchId, revision: 1 }));
  return recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now, seenAt });
}

async function listening(plan: "free" | "pro" = "free") {
  const user = await createUser({ plan });
  return { user, watch: await createWatch(user, { subreddits: ["webdev"], activeSince: new Date(0) }) };
}

/** Returns the counts for a step: site, delay bucket and count. */
async function counted(to: string) {
  const rows = await prisma().delay.findMany({ where: { to }, orderBy: { bucket: "asc" } });
  return rows.map(({ site, bucket, count }) => [site, bucket, count]);
}
const result = (seconds: number, count: number) => ["reddit", getBucket(seconds), count];

test("bucketSql agrees with bucketOf", async () => {
  const seconds = [0, 0.05, 0.1, 0.11, 0.13, 1, 9, 59.9, 900, 86_400, 604_800, 1e9];
  const found = await Promise.all(
    seconds.map((one) =>
      pool().query<{ bucket: number }>(sql`SELECT ${bucketSql(sql`${one}::float8`)} AS bucket`),
    ),
  );
  expect(found.map(({ rows }) => rows[0]!.bucket)).toEqual(seconds.map(getBucket));
});

describe("recording", () => {
  test("counts each match once by the age of its item", async () => {
    const [one, other] = [await listening(), await listening()];
    const items = [writtenAt(ago(9)), writtenAt(ago(200))];
    await record(items, [one.watch.id, other.watch.id]);
    await record(items, [one.watch.id, other.watch.id]);
    expect(await counted("notification")).toEqual([result(9, 2), result(200, 2)]);
    expect(await counted("shown")).toEqual([result(0, 4)]);
  });

  test("ignores items without matches and counts future times as zero", async () => {
    await record([writtenAt(ago(9))], []);
    expect(await prisma().delay.count()).toBe(0);
    const { watch } = await listening();
    await record([writtenAt(ago(-60))], [watch.id]);
    expect(await counted("notification")).toEqual([result(0, 1)]);
  });

  test.each([
    { name: "written after the last read: none", written: 30, readAt: 40, seenAt: 2, own: 0 },
    { name: "not shown by the last read, which started later", written: 90, readAt: 40, seenAt: 2, own: 50 },
    { name: "never read before: unknown", written: 90, readAt: null, seenAt: 2, own: 0 },
    {
      name: "during another read: until its own start",
      written: 90,
      readAt: 1,
      seenAt: 20,
      own: 70,
    },
  ])("delay caused by the site: $name", async ({ written, readAt, seenAt, own }) => {
    const { watch } = await listening();
    const reads = { create: [{ kind: "post" as const, readAt: readAt === null ? null : ago(readAt) }] };
    await prisma().place.create({ data: { site: "reddit", name: "webdev", displayName: "webdev", reads } });
    await record([writtenAt(ago(written), "WebDev")], [watch.id], ago(seenAt));
    expect(await counted("shown")).toEqual([result(own, 1)]);
    expect(await counted("notification")).toEqual([result(written, 1)]);
  });
});

describe("sending", () => {
  const deliver = () =>
    deliverDue(
      () => now,
      () => ago(-60),
    );

  test("counts messages by their first match, but not throttled or digest matches", async () => {
    const { user, watch } = await listening();
    await record([writtenAt(ago(20))], [watch.id]);
    await pool().query(`UPDATE "Item" SET "renderAt" = NULL`);
    await enqueueDueDeliveries(now);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(await counted("email")).toEqual([result(20, 1)]);
    await record([writtenAt(ago(1))], [watch.id]);
    await enqueueDueDeliveries(now);
    await pool().query(
      `UPDATE "OutboxEntry" SET "frequency" = 'daily', "isDeferred" = false WHERE "userId" = $1`,
      [user.id],
    );
    await record([writtenAt(ago(2))], [watch.id]);
    await enqueueDueDeliveries(now);
    await pool().query(`UPDATE "Item" SET "renderAt" = NULL`);
    now = new Date(now.getTime() + 900_000);
    await enqueueDueDeliveries(now);
    expect(await deliver()).toMatchObject({ sent: 1 });
    expect(await counted("email")).toEqual([result(20, 1)]);
  });
});

describe("reporting", () => {
  const add = (to: string, seconds: number, count: number, at = now, site = "reddit") =>
    prisma().delay.create({ data: { site, to, bucket: getBucket(seconds), count, at } });

  test("shows the last hour by site in coverage and metrics, and deletes older rows", async () => {
    await add("notification", 9, 10);
    await add("notification", 300, 1);
    await add("shown", 2, 11);
    await add("email", 14, 11);
    await add("notification", 5_000, 500, ago(3_700));
    await add("notification", 700, 1, now, "hackernews");
    const about = (seconds: number) => Math.round(toSeconds(getBucket(seconds)) * 10) / 10;
    const person = await signedIn();
    await createWatch(person.user, { subreddits: ["webdev"] });
    const { body } = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
    expect(coverageResponse.parse(body)).toEqual(body);
    expect(body.delays).toEqual([
      {
        site: "reddit",
        name: "Reddit",
        notification: { p50: about(9), p95: about(300) },
        ofSite: { p50: about(2), p95: about(2) },
        channels: [{ channel: "email", p50: about(14), p95: about(14) }],
      },
    ]);
    const headers = { authorization: `Bearer ${testSettings.METRICS_TOKEN}` };
    const response = await metrics(new Request("http://localhost:3000/api/metrics", { headers }));
    const lines = (await response.text())
      .split("\n")
      .filter((line) => line.startsWith("earshot_delay_seconds"));
    expect(lines).toHaveLength(8);
    const value = toSeconds(getBucket(700));
    expect(lines).toContain(
      `earshot_delay_seconds{site="hackernews",to="notification",quantile="0.5"} ${value}`,
    );

    await retain(new Date(now.getTime() + 1_000), () => true);
    expect(await prisma().delay.count()).toBe(6);
    await retain(new Date(now.getTime() + 7_300_000), () => true);
    expect(await prisma().delay.count()).toBe(0);
  });
});
