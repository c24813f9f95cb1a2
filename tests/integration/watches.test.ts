import { expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import * as one from "@/app/api/keywords/[id]/route";
import * as toggle from "@/app/api/keywords/[id]/toggle/route";
import * as all from "@/app/api/keywords/route";
import type { WatchListResponse, WatchView } from "@/contract/watch";
import type { User } from "@/generated/prisma/client";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { call } from "../support/request";
import "../support/parallel-connections";

type Body = { watch: WatchView; code?: string; errors?: Record<string, string[]> };

async function signedIn(plan: "free" | "pro" = "free") {
  const user = await createUser({ plan });
  const { bearer } = await createSession(user);
  const at = (id: string) => ({ bearer, params: { id } });
  return {
    user,
    create: (body: object) => call<Body>(all.POST, "POST", "/api/keywords", { bearer, body }),
    list: (query = "") => call<WatchListResponse>(all.GET, "GET", `/api/keywords${query}`, { bearer }),
    get: (id: string) => call<Body>(one.GET, "GET", `/api/keywords/${id}`, at(id)),
    put: (id: string, body: object) => call<Body>(one.PUT, "PUT", `/api/keywords/${id}`, { ...at(id), body }),
    toggle: (id: string, body?: object) =>
      call<Body>(toggle.PATCH, "PATCH", `/api/keywords/${id}/toggle`, { ...at(id), body }),
    remove: (id: string) => call(one.DELETE, "DELETE", `/api/keywords/${id}`, at(id)),
  };
}

const getRow = (id: string) => prisma().watch.findUniqueOrThrow({ where: { id } });
const backdate = (user: User) =>
  prisma().watch.updateMany({ where: { userId: user.id }, data: { activeSince: new Date(0) } });

test("a watch with only a keyword gets the defaults", async () => {
  const { create, get, user } = await signedIn();
  const { status, body } = await create({
    keyword: "  tide water ",
    userId: newId(),
    matchCount: 99,
    revision: 9,
  });
  expect(status).toBe(201);
  expect(body.watch).toEqual({
    _id: expect.any(String),
    kind: "keyword",
    keyword: "tide water",
    thread: null,
    expression: null,
    places: [{ site: "reddit", name: "all", label: "r/all", url: "https://www.reddit.com/r/all/" }],
    subreddits: ["all"],
    isActive: true,
    matchCount: 0,
    lastMatchedAt: null,
    mutedUntil: null,
    noisyAt: null,
    isPausedByPlan: false,
    tags: [],
    notes: "",
    filters: {
      includePosts: true,
      includeComments: true,
      matchTitlesOnly: false,
      caseSensitive: false,
      wholeWordOnly: false,
    },
    notificationSettings: {
      ...{ browserNotification: true, emailNotification: false, frequency: "realtime" },
      spikeNotification: false,
      destinations: [],
    },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    updatedAt: expect.any(String),
  });
  expect((await get(body.watch._id)).body).toEqual(body);
  expect(await getRow(body.watch._id)).toMatchObject({
    userId: user.id,
    keywordFolded: "tide water",
    revision: 1,
  });
  expect(await prisma().watchTotal.count({ where: { watchId: body.watch._id } })).toBe(1);
  expect(await prisma().userKeyword.findMany({ where: { userId: user.id } })).toMatchObject([
    { keyword: "tide water" },
  ]);
});

test.each<[string, object, string[]]>([
  [
    "strips r/ and case duplicates",
    { subreddits: ["r/Freelance", " /r/freelance", "Entrepreneur"] },
    ["Freelance", "Entrepreneur"],
  ],
  ["stores only 'all' if it is one of the names", { subreddits: ["freelance", "ALL"] }, ["all"]],
])("%s", async (_name, fields, subreddits) => {
  const { create } = await signedIn();
  expect((await create({ keyword: "x", ...fields })).body.watch.subreddits).toEqual(subreddits);
});

test.each<[string, object, string]>([
  ["no keyword", {}, "keyword"],
  ["a blank keyword", { keyword: "   " }, "keyword"],
  ["a keyword with only invisible characters", { keyword: "\u200b\u200d" }, "keyword"],
  ["101 characters", { keyword: "x".repeat(101) }, "keyword"],
  ["a keyword that isn't a string", { keyword: 7 }, "keyword"],
  ["no subreddit", { keyword: "x", subreddits: [] }, "subreddits"],
  ["a short name", { keyword: "x", subreddits: ["ab"] }, "subreddits"],
  ["a long name", { keyword: "x", subreddits: ["a".repeat(22)] }, "subreddits"],
  ["a pseudo-subreddit", { keyword: "x", subreddits: ["popular"] }, "subreddits"],
  [
    "51 subreddits",
    { keyword: "x", subreddits: Array.from({ length: 51 }, (_, n) => `name${n}`) },
    "subreddits",
  ],
  ["21 tags", { keyword: "x", tags: Array.from({ length: 21 }, (_, n) => `tag${n}`) }, "tags"],
  ["a long tag", { keyword: "x", tags: ["x".repeat(31)] }, "tags"],
  ["long notes", { keyword: "x", notes: "x".repeat(1001) }, "notes"],
  [
    "an unknown frequency",
    { keyword: "x", notificationSettings: { frequency: "weekly" } },
    "notificationSettings.frequency",
  ],
  [
    "neither posts nor comments",
    { keyword: "x", filters: { includePosts: false, includeComments: false } },
    "filters.includePosts",
  ],
])("reports %s at its field", async (_name, body, field) => {
  const { create } = await signedIn("pro");
  const response = await create(body);
  expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([400, [field]]);
});

test("50 concurrent creates on Free create exactly 3", async () => {
  const { create, user, list } = await signedIn();
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, n) => create({ keyword: `keyword ${n}` })),
  );
  expect(responses.filter((response) => response.status === 201)).toHaveLength(3);
  const refused = responses.filter((response) => response.status !== 201);
  expect(new Set(refused.map((response) => response.body.code))).toEqual(new Set(["KEYWORD_LIMIT_EXCEEDED"]));
  expect(await prisma().watch.count({ where: { userId: user.id } })).toBe(3);
  expect((await list()).body).toMatchObject({ total: 3, active: 3 });
});

test("creating counts all watches, activating counts active ones", async () => {
  const { create, toggle, put, user } = await signedIn();
  for (const n of [1, 2, 3]) await createWatch(user, { keyword: `old ${n}`, isActive: false });
  expect((await create({ keyword: "fourth" })).body.code).toBe("KEYWORD_LIMIT_EXCEEDED");
  const sleeping = await createWatch(user, { keyword: "old 4", isActive: false });
  await prisma().watch.updateMany({
    where: { userId: user.id, id: { not: sleeping.id } },
    data: { isActive: true },
  });
  expect((await toggle(sleeping.id)).body.code).toBe("KEYWORD_LIMIT_EXCEEDED");
  expect((await put(sleeping.id, { isActive: true })).body.code).toBe("KEYWORD_LIMIT_EXCEEDED");
  expect((await put(sleeping.id, { notes: "asleep" })).status).toBe(200);
});

test("a stale tab's switch doesn't reverse another tab's change", async () => {
  const { toggle, user } = await signedIn();
  const { id } = await createWatch(user, { isActive: false });
  for (const isActive of [true, true, false, false]) {
    await toggle(id, { isActive });
    expect((await getRow(id)).isActive).toBe(isActive);
  }
  await toggle(id);
  expect((await getRow(id)).isActive).toBe(true);
});

test("concurrent activations never exceed the limit", async () => {
  const { toggle, user } = await signedIn();
  const watches = [];
  for (let n = 0; n < 8; n += 1)
    watches.push(await createWatch(user, { keyword: `old ${n}`, isActive: false }));
  await Promise.all(watches.map((watch) => toggle(watch.id)));
  expect(await prisma().watch.count({ where: { userId: user.id, isActive: true } })).toBe(3);
});

test("Pro has no limit", async () => {
  const { create } = await signedIn("pro");
  for (let n = 0; n < 6; n += 1) expect((await create({ keyword: `keyword ${n}` })).status).toBe(201);
});

test("rejects duplicates with KEYWORD_EXISTS, also on edits; the limit is checked first", async () => {
  const { create, put } = await signedIn();
  const subreddits = ["Freelance", "smallbusiness"];
  expect((await create({ keyword: "Late  Payments", subreddits })).status).toBe(201);
  const again = await create({ keyword: "late payments", subreddits: ["SMALLBUSINESS", "freelance"] });
  expect([again.status, again.body.code]).toEqual([409, "KEYWORD_EXISTS"]);
  const other = await create({ keyword: "late payments", subreddits: ["all"] });
  expect((await put(other.body.watch._id, { subreddits })).body.code).toBe("KEYWORD_EXISTS");
  await create({ keyword: "third" });
  expect((await create({ keyword: "third" })).body.code).toBe("KEYWORD_LIMIT_EXCEEDED");
});

test("filters are available on every plan", async () => {
  const { create, put } = await signedIn();
  const filters = { wholeWordOnly: true, caseSensitive: true, includeComments: false, matchTitlesOnly: true };
  const { status, body } = await create({ keyword: "x", filters });
  expect([status, body.watch.filters]).toEqual([201, { ...filters, includePosts: true }]);
  const reset = { wholeWordOnly: false, caseSensitive: false };
  expect((await put(body.watch._id, { filters: reset })).body.watch.filters).toMatchObject(reset);
});

test("search changes start a new revision that only matches later items", async () => {
  const { put, toggle, user } = await signedIn("pro");
  const { id } = await createWatch(user, { keyword: "tidewater" });
  const changes: [string, () => Promise<unknown>, boolean][] = [
    [
      "notes",
      () => put(id, { notes: "n", tags: ["t"], notificationSettings: { frequency: "daily" } }),
      false,
    ],
    ["the same again", () => put(id, { keyword: "tidewater", subreddits: ["smallbusiness"] }), false],
    ["keyword's case", () => put(id, { keyword: "Tidewater" }), true],
    ["subreddits", () => put(id, { subreddits: ["all"] }), true],
    ["expression", () => put(id, { expression: "tidewater -jobs" }), true],
    ["the same expression", () => put(id, { expression: "tidewater -jobs" }), false],
    ["filters", () => put(id, { filters: { wholeWordOnly: true } }), true],
    ["pausing", () => toggle(id), false],
    ["waking", () => toggle(id), true],
  ];
  for (const [name, change, isCounted] of changes) {
    await backdate(user);
    const before = await getRow(id);
    await change();
    const after = await getRow(id);
    expect([name, after.revision - before.revision]).toEqual([name, isCounted ? 1 : 0]);
    expect([name, after.activeSince.getTime() > 0]).toEqual([name, isCounted]);
  }
  expect(await getRow(id)).toMatchObject({
    notes: "n",
    tags: ["t"],
    frequency: "daily",
    wholeWordOnly: true,
  });
});

test("changing its frequency reschedules pending emails", async () => {
  const { put, user } = await signedIn();
  const watch = await createWatch(user);
  const outbox = [{ channel: "email" as const, dueAt: new Date(), frequency: "realtime" as const }];
  const { notification } = await createNotification(watch, { outbox });
  const requested = Date.now();
  await put(watch.id, { notificationSettings: { emailNotification: true, frequency: "daily" } });
  const after = await prisma().outboxEntry.findFirstOrThrow({ where: { notificationId: notification.id } });
  expect(after.frequency).toBe("daily");
  expect(after.dueAt.getTime()).toBeGreaterThan(requested);
});

test("lists by creation time, page and keyword text", async () => {
  const { list, user } = await signedIn("pro");
  for (let n = 0; n < 5; n += 1) {
    await createWatch(user, { keyword: `Keyword ${n}`, isActive: n > 0, createdAt: new Date(1_000 * n) });
  }
  const keywords = async (query: string) =>
    (await list(query)).body.watches.map((watch) => watch.keyword.at(-1)).join("");
  expect(await keywords("")).toBe("43210");
  expect(await keywords("?sort=oldest&limit=2&page=2")).toBe("23");
  expect(await keywords("?page=9")).toBe("");
  expect((await list("?q=WORD%203")).body).toMatchObject({ total: 1, active: 1 });
  expect((await list("?q=%25")).body).toMatchObject({ total: 0, watches: [] });
  expect((await list()).body).toMatchObject({ total: 5, active: 4 });
  for (const wrong of [
    "?page=0",
    "?page=101",
    "?limit=0",
    "?limit=101",
    "?limit=x",
    "?sort=best",
    "?page=1.5",
  ]) {
    expect([wrong, (await list(wrong)).status]).toEqual([wrong, 400]);
  }
});

test("lists the watches of one keyword in any spelling", async () => {
  const { user, list } = await signedIn("pro");
  const spellings = ["Caf\u00E9 Press", "cafe\u0301  press", "caf\u00E9 presse"];
  for (const [at, keyword] of spellings.entries())
    await createWatch(user, { keyword, subreddits: [`place_${at}`] });
  const anonymous = await createUser();
  await createWatch(anonymous, { keyword: "caf\u00E9 press" });
  const found = (await list(`?keyword=${encodeURIComponent("CAF\u00C9 PRESS")}`)).body;
  expect(found.total).toBe(2);
  expect(found.watches.map(({ keyword }) => keyword).sort()).toEqual(
    ["cafe\u0301  press", "Caf\u00E9 Press"].sort(),
  );
  expect((await list("?keyword=%20")).body.watches).toEqual([]);
});

test("deleting a watch keeps its notifications", async () => {
  const { remove, get, user } = await signedIn();
  const watch = await createWatch(user);
  await createNotification(watch);
  expect((await remove(watch.id)).status).toBe(204);
  expect((await get(watch.id)).status).toBe(404);
  expect((await remove(watch.id)).status).toBe(404);
  expect(await prisma().notification.count({ where: { watchId: watch.id } })).toBe(1);
});

test("responds 404 alike to foreign, missing and malformed ids", async () => {
  const owner = await signedIn();
  const anonymous = await signedIn("pro");
  const watch = await createWatch(owner.user);
  for (const act of ["get", "toggle", "remove"] as const) {
    const responses = await Promise.all(
      [watch.id, newId(), "x", "%00", "\0"].map((id) => anonymous[act](id)),
    );
    for (const response of responses)
      expect([act, response.status, response.body]).toEqual([
        act,
        404,
        { code: "NOT_FOUND", message: "Not found" },
      ]);
  }
  expect((await anonymous.put(watch.id, { keyword: "mine" })).status).toBe(404);
  expect(await getRow(watch.id)).toMatchObject({ keyword: watch.keyword, isActive: true });
  expect((await owner.get(watch.id)).status).toBe(200);
});

test("validates a watch before checking the limit", async () => {
  const { create } = await signedIn();
  for (const keyword of ["one", "two", "three"]) await create({ keyword });
  const nothing = { includePosts: false, includeComments: false };
  expect((await create({ keyword: "four", filters: nothing })).body).toMatchObject({
    code: "VALIDATION_ERROR",
    errors: { "filters.includePosts": ["Select posts, comments or both"] },
  });
  expect((await create({ keyword: "\u200b" })).body.code).toBe("VALIDATION_ERROR");
  expect((await create({ keyword: "four" })).body.code).toBe("KEYWORD_LIMIT_EXCEEDED");
});

test("a watch paused by the end of a plan says so until it is resumed", async () => {
  const { get, toggle, user } = await signedIn();
  const watch = await createWatch(user, { isActive: false, pausedBy: "plan" });
  expect((await get(watch.id)).body.watch).toMatchObject({ isActive: false, isPausedByPlan: true });
  expect((await toggle(watch.id)).body.watch).toMatchObject({ isActive: true, isPausedByPlan: false });
  expect((await toggle(watch.id)).body.watch).toMatchObject({ isActive: false, isPausedByPlan: false });
});
