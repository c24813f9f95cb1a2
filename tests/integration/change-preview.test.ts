import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { POST as previewChange } from "@/app/api/keywords/[id]/preview-change/route";
import { changePreviewResponse } from "@/contract/preview";
import { defaultFilters, type Filters } from "@/contract/watch";
import type { Item } from "@/domain/reading/item";
import { Matcher } from "@/domain/matching/matcher";
import { startOfText, untitled } from "@/domain/reading/untitled";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const now = new Date();
const dayMs = 24 * 3_600_000;
const places = ["webdev", "pics"];

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal" CASCADE`,
  );
  for (const place of places)
    await pool().query(
      `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('reddit', $1, $1, now())`,
      [place],
    );
});

/** A small generator with a fixed start, so a failure can be repeated. */
function randomFrom(start: number) {
  let state = start;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
type Random = ReturnType<typeof randomFrom>;

const words = ["tidewater", "Tidewater", "virginia", "hiring", "tide", "water", "ledger", "tidewaters"];
const pick = <T>(random: Random, all: readonly T[]): T => all[random(all.length)]!;
const text = (random: Random) => Array.from({ length: 1 + random(4) }, () => pick(random, words)).join(" ");

function getItem(random: Random, at: number): Item {
  const kind = pick(random, ["post", "comment"] as const);
  return {
    ...{ fullname: `t3_c${at}`, kind, site: "reddit", place: pick(random, places), title: text(random) },
    // A body that starts with the title would make it a stand-in.
    ...{ body: `so ${text(random)}`, html: null, author: pick(random, ["ann", "bob"]), over18: false },
    url: `https://www.reddit.com/r/x/comments/c${at}/x/`,
    createdAt: new Date(now.getTime() - at * 60_000),
  };
}

interface Search {
  keyword: string;
  expression: string | null;
  places: string[];
  filters: Filters;
}

const expressions = [
  null,
  "tidewater -virginia",
  "tide OR water",
  "title:tidewater",
  "author:ann ledger",
  "tide*",
];
const flags = ["includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly"] as const;

function editOf(random: Random): Partial<Search> {
  return {
    ...(random(2) === 0 && { keyword: pick(random, words) }),
    ...(random(2) === 0 && { expression: pick(random, expressions) }),
    ...(random(3) === 0 && { places: [pick(random, [...places, "all"])] }),
    ...(random(2) === 0 && { filters: { [pick(random, flags)]: random(2) === 0 } as unknown as Filters }),
  };
}

function expected(items: readonly Item[], before: Search, edit: Partial<Search>) {
  const after = { ...before, ...edit, filters: { ...before.filters, ...edit.filters } };
  const matcherOf = ({ filters, ...search }: Search) =>
    new Matcher([{ watchId: "w", revision: 0, activeSince: new Date(0), ...search, ...filters }]);
  const [old, changed] = [matcherOf(before), matcherOf(after)];
  const counts = { added: 0, dropped: 0, unchanged: 0 };
  for (const item of items) {
    const [was, is] = [old.match(item).length > 0, changed.match(item).length > 0];
    if (was && is) counts.unchanged += 1;
    else if (was) counts.dropped += 1;
    else if (is) counts.added += 1;
  }
  return counts;
}

async function record(items: Item[]): Promise<void> {
  const matcher = await new WatchSet().current(now);
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now });
}

async function watchOf(search: Search) {
  const user = await createUser({ plan: "pro" });
  const { bearer } = await createSession(user);
  const { filters, places: names, ...rest } = search;
  const watch = await createWatch(user, {
    ...{ ...rest, ...filters, subreddits: names, activeSince: new Date(now.getTime() - dayMs) },
  });
  return { user, bearer, watch };
}

async function request(bearer: string, id: string, body: object) {
  const path = `/api/keywords/${id}/preview-change`;
  const response = await call(previewChange, "POST", path, { bearer, params: { id }, body });
  expect(response.status).toBe(200);
  return changePreviewResponse.parse(response.body);
}

const toPlaces = (names: readonly string[]) => names.map((name) => ({ site: "reddit", name }));

test("counts for random edits what the matcher finds before and after", async () => {
  const random = randomFrom(20_261_126);
  const before: Search = { keyword: "tidewater", expression: null, places, filters: defaultFilters };
  const items = Array.from({ length: 300 }, (_, at) => getItem(random, at));
  const { bearer, watch } = await watchOf(before);
  await record(items);
  // The older notifications' texts are no longer stored for matching, only their snapshots are.
  await pool().query(
    `DELETE FROM "RecentItem" WHERE "createdAt" < $1 AND NOT EXISTS (
    SELECT FROM "Notification" n WHERE n."fullname" = "RecentItem"."fullname") `,
    [items[200]!.createdAt],
  );
  await pool().query(`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL WHERE "createdAt" < $1`, [
    items[200]!.createdAt,
  ]);
  const own = new Set(
    (await pool().query<{ fullname: string }>(`SELECT "fullname" FROM "Notification"`)).rows.map(
      ({ fullname }) => fullname,
    ),
  );
  const checked = items.filter(({ fullname }, at) => at <= 200 || own.has(fullname));
  let dropped = 0;
  for (let round = 0; round < 40; round += 1) {
    const edit = editOf(random);
    const body = { ...edit, ...(edit.places && { places: toPlaces(edit.places) }) };
    const { samples, isPartial, ...counts } = await request(bearer, watch.id, body);
    expect({ edit, ...counts }).toEqual({ edit, ...expected(checked, before, edit) });
    expect(isPartial).toBe(false);
    expect(samples.dropped).toHaveLength(Math.min(5, counts.dropped));
    expect(samples.added).toHaveLength(Math.min(5, counts.added));
    dropped += counts.dropped;
  }
  expect(dropped).toBeGreaterThan(0);
});

test("ignores deleted notifications and those older than 90 days, and rejects what saving rejects", async () => {
  const before: Search = { keyword: "tidewater", expression: null, places, filters: defaultFilters };
  const { bearer, watch } = await watchOf(before);
  const one = (at: number): Item => ({
    ...getItem(randomFrom(at), at),
    ...{ kind: "post", title: "tidewater", body: "virginia" },
  });
  await record([one(1), one(2), one(3)]);
  await pool().query(`DELETE FROM "RecentItem"`);
  await pool().query(`UPDATE "Notification" SET "deletedAt" = now() WHERE "fullname" = 't3_c1'`);
  await pool().query(
    `UPDATE "Notification" SET "createdAt" = now() - interval '91 days' WHERE "fullname" = 't3_c2'`,
  );
  const change = { expression: "tidewater -virginia" };
  expect(await request(bearer, watch.id, change)).toMatchObject({ added: 0, dropped: 1, unchanged: 0 });
  const path = `/api/keywords/${watch.id}/preview-change`;
  const post = (as: string, body: object) =>
    call(previewChange, "POST", path, { bearer: as, params: { id: watch.id }, body });
  expect((await post(bearer, { expression: '"' })).status).toBe(400);
  expect((await post(bearer, { filters: { includePosts: false, includeComments: false } })).status).toBe(400);
  const stranger = await createSession(await createUser({ plan: "pro" }));
  expect((await post(stranger.bearer, change)).status).toBe(404);
});

test("doesn't count a stand-in title as matched once only its snapshot is stored", async () => {
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('bluesky', 'all', 'all', now())`,
  );
  const long = `tidewater ${"and more ".repeat(20)}`;
  const bodies = ["tidewater floods", "tidewater\nfloods", long];
  const user = await createUser({ plan: "pro" });
  const { bearer } = await createSession(user);
  const activeSince = new Date(now.getTime() - dayMs);
  const watch = await createWatch(user, { keyword: "tidewater", places: ["bluesky:all"], activeSince });
  const posts = bodies.map((body, at): Item => ({
    ...getItem(randomFrom(at), at),
    ...{ kind: "post", site: "bluesky", place: "all", body, ...untitled(startOfText(body)) },
  }));
  // A title that the text only continues is the post's own.
  const titledPost: Item = {
    ...getItem(randomFrom(9), 9),
    ...{ kind: "post", title: "tidewater", body: "tidewater is rising" },
    ...{ site: "bluesky", place: "all" },
  };
  await record([...posts, titledPost]);
  await pool().query(`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL`);
  const counts = { added: 0, dropped: 3, unchanged: 1 };
  for (const change of [{ filters: { matchTitlesOnly: true } }, { expression: "title:tidewater" }])
    expect(await request(bearer, watch.id, change)).toMatchObject(counts);
});
