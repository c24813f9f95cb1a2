import { afterEach, expect, test, vi } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { GET } from "@/app/api/keywords/route";
import type { WatchListResponse } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { call } from "../support/request";

const dayMs = 86_400_000;
afterEach(() => vi.useRealTimers());

/** Four watches, from the oldest: boats, Anchors, cables (paused), decks. */
async function arrange() {
  const user = await createUser({ plan: "pro", timeZone: "UTC" });
  const { bearer } = await createSession(user);
  const make = (keyword: string, age: number, overrides: object = {}) =>
    createWatch(user, { keyword, createdAt: new Date(Date.now() - age * dayMs), ...overrides });
  const boats = await make("boats", 4, { tags: ["brand"] });
  const anchors = await make("Anchors", 3, { tags: ["brand", "market"] });
  await make("cables", 2, { isActive: false });
  await make("decks", 1);
  const total = (watchId: string, matchCount: number, lastMatchedAt: Date) =>
    prisma().watchTotal.upsert({
      where: { watchId },
      create: { watchId, matchCount, lastMatchedAt },
      update: { matchCount, lastMatchedAt },
    });
  await total(boats.id, 5, new Date(Date.now() - dayMs));
  await total(anchors.id, 2, new Date());
  const list = (query: string) =>
    call<WatchListResponse & { message?: string }>(GET, "GET", `/api/keywords?${query}`, { bearer });
  return { user, boats, anchors, list };
}

const keywordsIn = ({ body }: { body: WatchListResponse }) => body.watches.map(({ keyword }) => keyword);

test.each([
  ["newest", ["decks", "cables", "Anchors", "boats"]],
  ["oldest", ["boats", "Anchors", "cables", "decks"]],
  ["matched", ["Anchors", "boats", "decks", "cables"]],
  ["matches", ["boats", "Anchors", "decks", "cables"]],
  ["name", ["Anchors", "boats", "cables", "decks"]],
])("sorts watches by %s, also over pages", async (sort, expected) => {
  const { list } = await arrange();
  expect(keywordsIn(await list(`sort=${sort}`))).toEqual(expected);
  const pages = [await list(`sort=${sort}&limit=3`), await list(`sort=${sort}&limit=3&page=2`)];
  expect(pages.flatMap(keywordsIn)).toEqual(expected);
});

test("filters by state and tag, and counts watches in every state", async () => {
  const { list } = await arrange();
  const paused = await list("state=paused");
  expect([keywordsIn(paused), paused.body.total, paused.body.active]).toEqual([["cables"], 4, 3]);
  expect(keywordsIn(await list("state=active&sort=name"))).toEqual(["Anchors", "boats", "decks"]);
  const tagged = await list("tag=brand&sort=name");
  expect([keywordsIn(tagged), tagged.body.total]).toEqual([["Anchors", "boats"], 2]);
  expect(keywordsIn(await list("tag=bran"))).toEqual([]);
});

test("adds the last seven days of each watch and all tags only if requested", async () => {
  // Otherwise the request could come on the next day.
  vi.useFakeTimers({ toFake: ["Date"] });
  const { boats, list } = await arrange();
  const at = (days: number) => new Date(Date.now() - days * dayMs);
  await createNotification(boats, { createdAt: at(0), openedAt: new Date() });
  await createNotification(boats, { createdAt: at(0), status: "archived" });
  await createNotification(boats, { createdAt: at(0), deletedAt: new Date() });
  await createNotification(boats, { createdAt: at(3), openedAt: new Date() });
  await createNotification(boats, { createdAt: at(8), openedAt: new Date() });
  const { body } = await list("include=activity&sort=name");
  expect(body.tags).toEqual(["brand", "market"]);
  expect(body.watches.map(({ activity }) => activity)).toEqual([
    { days: [0, 0, 0, 0, 0, 0, 0], opened: 0 },
    { days: [0, 0, 0, 1, 0, 0, 3], opened: 2 },
    { days: [0, 0, 0, 0, 0, 0, 0], opened: 0 },
    { days: [0, 0, 0, 0, 0, 0, 0], opened: 0 },
  ]);
  const plain = await list("sort=name");
  expect(Object.keys(plain.body).toSorted()).toEqual(["active", "total", "watches"]);
  expect(plain.body.watches[0]).not.toHaveProperty("activity");
});

test("only lists by date have a cursor", async () => {
  const { list } = await arrange();
  const first = await list("limit=2");
  const cursor = first.headers.get("X-Next-Cursor")!;
  expect(keywordsIn(await list(`limit=2&cursor=${encodeURIComponent(cursor)}`))).toEqual([
    "Anchors",
    "boats",
  ]);
  expect((await list("limit=2&sort=name")).headers.get("X-Next-Cursor")).toBeNull();
  const refused = await list(`sort=name&cursor=${encodeURIComponent(cursor)}`);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "Only lists by date have a cursor. Use page instead.",
  ]);
});
