import { beforeAll, expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as notifications from "@/app/api/notifications/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import * as deliveries from "@/app/api/users/deliveries/route";
import * as sessions from "@/app/api/users/sessions/route";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { openStatementLog } from "../support/statement-log";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;

/** Maximum number of queries per list request, including the session. */
const maxQueries = 4;

/** Creates a user with this many rows of each listed resource. */
async function withRows(count: number): Promise<Person> {
  const person = await signedIn("pro");
  for (let n = 0; n < count; n += 1) {
    const watch = await createWatch(person.user, { keyword: `keyword ${n}`, subreddits: [`sub_${n}`] });
    await createNotification(watch, { item: { place: `sub_${n}` } });
  }
  const now = new Date();
  await prisma().delivery.createMany({
    data: Array.from({ length: count }, (_, n) => {
      const dedupeKey = new Date(now.getTime() + n).toISOString();
      const { id: userId } = person.user;
      return { id: newId(), userId, destinationId: userId, channel: "email", dedupeKey, nextAttemptAt: now };
    }),
  });
  return person;
}

let other: Person;
let few: Person;
let many: Person;
let log: Awaited<ReturnType<typeof openStatementLog>>;
beforeAll(async () => {
  other = await withRows(0);
  few = await withRows(1);
  many = await withRows(100);
  log = await openStatementLog();
});

test("the log contains every statement, and only from the observed work", async () => {
  const statements = await log.during(() => prisma().user.count());
  expect(statements).toHaveLength(1);
  expect(statements[0]).toMatch(/count/i);
  expect(await log.during(async () => {})).toEqual([]);
});

test.each<[string, Parameters<Person["request"]>[0], string]>([
  ["keywords", keywords, "/keywords?limit=100"],
  ["keywords by text", keywords, "/keywords?limit=100&q=keyword"],
  ["notifications", notifications, "/notifications?limit=100"],
  ["notifications of any status", notifications, "/notifications?limit=100&status=all"],
  ["notifications by search", notifications, "/notifications?limit=100&q=invoice&subreddit=sub_0"],
  ["notifications by filters", notifications, "/notifications?limit=100&kind=post&site=reddit&starred=true"],
  ["groups", grouped, "/notifications/grouped?limit=100"],
  ["groups by search", grouped, "/notifications/grouped?limit=100&status=all&q=invoice"],
  [
    "groups by filters",
    grouped,
    "/notifications/grouped?limit=100&kind=post&site=reddit,bluesky&starred=true",
  ],
  ["choices", choices, "/notifications/choices?of=subreddit"],
  ["popup", popup, "/notifications/recent/popup"],
  ["stats", stats, "/notifications/stats"],
  ["unread count", unread, "/notifications/unread/count"],
  ["coverage", coverage, "/coverage"],
  ["devices", sessions, "/users/sessions"],
  ["deliveries", deliveries, "/users/deliveries"],
])("%s: runs as many queries for 100 rows as for one", async (_name, route, path) => {
  // Fill caches that are shared by all users first.
  await other.request(route, "GET", path);
  const counts: number[] = [];
  for (const person of [few, many]) {
    let status = 0;
    const statements = await log.during(async () => {
      ({ status } = await person.request(route, "GET", path));
    });
    expect(status).toBe(200);
    counts.push(statements.length);
  }
  expect(counts[0]).toBe(counts[1]);
  expect(counts[0]).toBeGreaterThan(0);
  expect(counts[0]).toBeLessThanOrEqual(maxQueries);
});
