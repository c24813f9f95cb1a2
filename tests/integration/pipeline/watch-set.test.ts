import { beforeAll, describe, expect, test } from "vitest";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { worthKeeping } from "@/server/recording/load-watches";
import { WatchSet } from "@/server/recording/watch-set";
import { createUser, createWatch } from "../../../prisma/factories";
import { unlimited } from "../../support/unlimited";

const noon = new Date("2026-11-21T12:00:00.000Z");
const minutesOn = (count: number) => new Date(noon.getTime() + count * 60_000);
let ids: string[];

beforeAll(async () => {
  const user = await createUser();
  ids = Array.from({ length: worthKeeping + 10 }, newId);
  await unlimited(
    `INSERT INTO "Watch" ("id", "userId", "keyword", "keywordFolded", "places", "fingerprint", "activeSince",
       "wholeWordOnly", "caseSensitive")
     SELECT id, $2, 'Word' || n, 'word' || n, CASE WHEN n % 2 = 0 THEN '{reddit:all}' ELSE '{reddit:Pics,reddit:news}' END::text[], id, $3,
       n % 3 = 0, n % 5 = 0
     FROM unnest($1::uuid[]) WITH ORDINALITY AS t(id, n)`,
    [ids, user.id, new Date(noon.getTime() - 3_600_000)],
  );
});

async function isBehindHorizon(): Promise<boolean> {
  const { rows } = await pool().query<{ isBehind: boolean }>(
    `SELECT max("changedIn") < pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS "isBehind" FROM "Watch"`,
  );
  return rows[0]!.isBehind;
}

function item(body: string, place = "pics"): Item {
  const url = "https://www.reddit.com/";
  const rest = { title: "", html: null, author: null, url, createdAt: noon, over18: false };
  return { fullname: "t1_x", kind: "comment", site: "reddit", place, body, ...rest };
}

async function matches(watches: WatchSet, text: string, now: Date, subreddit?: string): Promise<string[]> {
  const matcher = await watches.current(now);
  return matcher
    .match(item(text, subreddit))
    .map((match) => match.watchId)
    .sort();
}

const named = (...numbers: number[]) => numbers.map((n) => ids[n - 1]!).sort();
const retained = async () =>
  (
    await pool().query<{ builtAt: Date; watches: number }>(
      `SELECT "builtAt", "watches" FROM "CompiledWatches"`,
    )
  ).rows;

describe("enough watches to store the compiled set", () => {
  test("reads the watches page by page, stores the result and reuses it in the next process", async () => {
    // While any transaction is older than these watches, they are treated as changes each time.
    await expect.poll(isBehindHorizon).toBe(true);
    const one = new WatchSet();
    expect(await matches(one, "Word7 word8 word10 Word12x", noon)).toEqual(named(1, 7, 8));
    expect(await matches(one, "Word7 word8", noon, "aww")).toEqual(named(8));
    expect(await retained()).toEqual([{ builtAt: noon, watches: worthKeeping + 10 }]);

    const other = new WatchSet();
    expect(await matches(other, "Word7 Word10 word8", minutesOn(1))).toEqual(named(1, 7, 8, 10));
    expect(await retained()).toEqual([{ builtAt: noon, watches: worthKeeping + 10 }]);
  });

  test("applies later changes, whichever process compiled the set", async () => {
    const before = new WatchSet();
    await before.current(minutesOn(2));
    await unlimited(`UPDATE "Watch" SET "isActive" = false WHERE "id" = $1`, [ids[7]]);
    await pool().query(
      `UPDATE "Watch" SET "keyword" = 'other', "keywordFolded" = 'other', "revision" = "revision" + 1 WHERE "id" = $1`,
      [ids[6]],
    );
    await pool().query(`UPDATE "Watch" SET "notes" = 'mine' WHERE "id" = $1`, [ids[12]]);
    const made = await createWatch(await createUser(), {
      keyword: "brand new",
      subreddits: ["all"],
      activeSince: noon,
    });
    for (const watches of [before, new WatchSet()]) {
      expect(await matches(watches, "Word7 word8 other brand new", minutesOn(3))).toEqual(
        [...named(7), made.id].sort(),
      );
      expect((await watches.current(minutesOn(3))).depth).toBe(2);
    }
  });

  test("drops a deleted watch after an hour, when compiling and when reading the stored set", async () => {
    await pool().query(`DELETE FROM "Watch" WHERE "id" = $1`, [ids[9]]);
    const watches = new WatchSet();
    expect(await matches(watches, "Word10", minutesOn(4))).toEqual(named(1, 10));
    // Reloads in the background, and again at the next call if that failed.
    await expect.poll(() => matches(watches, "Word10", minutesOn(70))).toEqual(named(1));
    const builtAt = (await retained())[0]?.builtAt;
    expect(builtAt).toEqual(minutesOn(70));
    expect(await matches(new WatchSet(), "Word10", minutesOn(72))).toEqual(named(1));
  });

  test("recompiles everything after too many changes", async () => {
    const watches = new WatchSet();
    await watches.current(minutesOn(73));
    await unlimited(`UPDATE "Watch" SET "keyword" = 'x' || "keyword", "revision" = "revision" + 1`);
    expect(await matches(watches, "Word1 xWord1", minutesOn(74))).toEqual(named(1));
    expect((await watches.current(minutesOn(74))).depth).toBe(1);
    expect(await retained()).toEqual([{ builtAt: minutesOn(74), watches: worthKeeping + 9 }]);
  });

  test("stores no compiled set for few watches", async () => {
    await unlimited(`UPDATE "Watch" SET "isActive" = false WHERE "id" <> $1`, [ids[0]]);
    expect(await matches(new WatchSet(), "xWord1", minutesOn(200))).toEqual(named(1));
    expect(await retained()).toEqual([]);
  });
});
