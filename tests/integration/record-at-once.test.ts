import { beforeAll, describe, expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "@/domain/matching/rule";
import { newId } from "@/server/platform/ids";
import { inBackground } from "@/server/platform/work";
import { recordRead } from "@/server/recording/record";
import { explained } from "../support/explained";
import { otherTransaction } from "../support/other-transaction";
import "../support/parallel-connections";
import { unlimited } from "../support/unlimited";

const watches = 10_000;
const lanes = 4;
/** RECORD_ITEMS=100 is the full run: four million notifications. */
const itemsPerLane = Number(process.env.RECORD_ITEMS ?? 10);
const now = new Date("2026-11-21T12:00:00.000Z");
let rules: MatchRule[];

beforeAll(async () => {
  const users = Array.from({ length: watches / 10 }, newId);
  await unlimited(
    `INSERT INTO "User" ("id", "firstName", "lastName", "email", "passwordHash", "emailVerifiedAt")
     SELECT id, 'A', 'B', id || '@example.com', '', now() FROM unnest($1::uuid[]) AS id`,
    [users],
  );
  const ids = Array.from({ length: watches }, newId);
  await unlimited(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "activeSince")
     SELECT id, ($2::uuid[])[1 + n % cardinality($2::uuid[])], 'word' || n, 'word' || n, '{reddit:all}', id, $3
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, n)`,
    [ids, users, new Date(now.getTime() - 3_600_000)],
  );
  rules = ids.map((watchId, n) => ({ ...ruleDefaults, watchId, keyword: `word${n}` }));
});

const ruleDefaults = {
  revision: 1,
  expression: null,
  activeSince: new Date(0),
  places: ["all"],
  includePosts: true,
  includeComments: true,
  matchTitlesOnly: false,
  caseSensitive: false,
  wholeWordOnly: false,
};

function item(fullname: string): Item {
  const url = `https://www.reddit.com/${fullname}`;
  return {
    fullname,
    kind: "post",
    site: "reddit",
    place: "webdev",
    title: "t",
    body: "b",
    html: null,
    author: "a",
    url,
    createdAt: now,
    over18: false,
  };
}

function record(items: Item[], max = watches) {
  const match = () => rules.slice(0, max);
  return inBackground(() => recordRead({ items, match, isNamed: () => false, outcomes: [], gaps: [], now }));
}

describe("concurrent lanes", () => {
  test("don't deadlock or block limit checks and deletions", { timeout: 900_000 }, async () => {
    let deletions = 0;
    let done = false;
    const probe = (async () => {
      while (!done) {
        const watch = rules[Math.floor(Math.random() * rules.length)]!.watchId;
        await otherTransaction(async (tx) => {
          // A blocked lock fails here instead of just looking like a slow machine.
          await tx.query(`SET LOCAL lock_timeout = '150ms'`);
          await tx.query(
            `SELECT 1 FROM "User" WHERE "id" = (SELECT "userId" FROM "Watch" WHERE "id" = $1) FOR NO KEY UPDATE`,
            [watch],
          );
          await tx.query(`DELETE FROM "Watch" WHERE "id" = $1`, [watch]);
        });
        deletions += 1;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    // Every lane has its own items plus a shared one.
    const reads = Array.from({ length: lanes }, (_, lane) => [
      ...Array.from({ length: itemsPerLane }, (_, i) => item(`t3_lane${lane}item${i}`)),
      item("t3_shared"),
    ]);
    const tallies = await Promise.all(reads.map((items) => record(items))).finally(() => (done = true));
    await probe;

    expect(deletions).toBeGreaterThan(0);
    expect(tallies.reduce((sum, tally) => sum + tally.items, 0)).toBe(lanes * itemsPerLane + 1);
    const { rows } = await unlimited(
      `SELECT count(*)::int AS n, count(DISTINCT ("watchId", "fullname"))::int AS pairs FROM "Notification"`,
    );
    expect(rows[0].n).toBe(rows[0].pairs);
    expect(rows[0].n).toBe(tallies.reduce((sum, tally) => sum + tally.notifications, 0));
    const totals = await unlimited(
      `SELECT count(*)::int AS off FROM "WatchTotal" t
         LEFT JOIN (SELECT "watchId", count(*) AS n FROM "Notification" GROUP BY 1) found USING ("watchId")
         WHERE t."matchCount" <> coalesce(found.n, 0)`,
    );
    expect(totals.rows[0].off).toBe(0);
    // Watches that weren't deleted got every item.
    const current = await unlimited(
      `SELECT count(*)::int AS n FROM "Watch" w
         LEFT JOIN (SELECT "watchId", count(*) AS n FROM "Notification" GROUP BY 1) found ON found."watchId" = w."id"
         WHERE coalesce(found.n, 0) <> $1`,
      [lanes * itemsPerLane + 1],
    );
    expect(current.rows[0].n).toBe(0);
  });

  test("a repeated recording makes no changes", async () => {
    const again = await record([item("t3_lane0item0")]);
    expect(again).toEqual({ items: 0, matches: 0, notifications: 0, gaps: 0 });
  });

  test.each([1_000, 5_000])(
    "joins an item with %i watches directly, without a nested loop over all",
    async (max) => {
      await unlimited(`ANALYZE`);
      const plans = await explained(() => record([item(`t3_plan${max}`)], max));
      const [insert, ...more] = plans.filter((plan) => plan.includes('Insert on "Notification"'));
      expect(more).toEqual([]);
      expect(insert).not.toMatch(/Join Filter: \(made/);
    },
  );
});
