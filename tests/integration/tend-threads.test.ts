import { beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import type { Site } from "@/domain/reading/site";
import { NO_RATE, SiteError, type SiteErrorKind } from "@/domain/reading/site-error";
import { pool, prisma } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { syncReads } from "@/server/reading/statements/reads";
import { tendThreads } from "@/server/watches/tend-threads";
import { connected } from "@/server/reading/site";

const minuteMs = 60_000;
let now: Date;
let requested: string[];
/** Different in each test, because failed counts are remembered by the process. */
let roots: string[] = [];
let tests = 0;

beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Place", "PlaceRead", "Thread", "Budget" CASCADE`);
  now = new Date();
  requested = [];
  tests += 1;
  roots = [`t3_a${tests}`, `t3_b${tests}`];
  const user = await createUser();
  for (const root of roots) {
    await prisma().thread.create({ data: { root, site: "reddit", place: "WebDev", title: root } });
    await createWatch(user, { keyword: root, kind: "thread", root, subreddits: ["webdev"] });
  }
  await syncReads(pool(), now);
});

/** Counts the threads. The first one's request throws this error. */
async function tend(error: Error | null) {
  const clock = () => now;
  const site = {
    ...connected("reddit"),
    countsReplies: true,
    fetchItem(root: string) {
      requested.push(root);
      if (requested.length === 1 && error !== null) return Promise.reject(error);
      return Promise.resolve({ item: { replies: 7 }, rate: NO_RATE });
    },
  } as unknown as Site;
  const budget = new Budget({
    ...{ clientId: "tended", allShare: 0, window: site.window, clock, sleep: async () => {} },
  });
  const context = { clock, faults: [], site, budget, deadline: new Date(8.64e15) };
  await tendThreads(context, [context]);
  return context.faults;
}

const failure = (kind: SiteErrorKind) => new SiteError(kind, "no count");
const counted = async () =>
  (await prisma().thread.findMany({ where: { total: 7 } })).map(({ root }) => root).toSorted();

test.each([
  ["times out", failure("unavailable"), 0],
  ["is malformed", failure("malformed"), 0],
  ["throws", new TypeError("a row that nobody can read"), 1],
])("a count that %s delays no other thread and is tried again later", async (_name, error, faults) => {
  expect(await tend(error)).toHaveLength(faults);
  const [first, second] = requested;
  expect(await counted()).toEqual([second]);
  await tend(null);
  expect(requested).toEqual([first, second]);
  now = new Date(now.getTime() + 16 * minuteMs);
  await tend(null);
  expect(requested).toEqual([first, second, first]);
  expect(await counted()).toEqual(roots);
});

test("stops counting if the site limits requests", async () => {
  await tend(failure("rate-limited"));
  expect(requested).toHaveLength(1);
});

test("skips threads of places with postponed reads", async () => {
  await prisma().placeRead.updateMany({ data: { nextAttemptAt: new Date(now.getTime() + minuteMs) } });
  await tend(null);
  expect(requested).toEqual([]);
  now = new Date(now.getTime() + 2 * minuteMs);
  await tend(null);
  expect(requested.toSorted()).toEqual(roots);
});
