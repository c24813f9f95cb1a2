import { expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as watch from "@/app/api/keywords/[id]/route";
import * as parse from "@/app/api/keywords/parse/route";
import * as watches from "@/app/api/keywords/route";
import type { ErrorBody } from "@/contract/errors";
import type { ParseResponse } from "@/contract/expression";
import type { WatchView } from "@/contract/watch";
import { pool, prisma } from "@/server/platform/database";
import { WatchSet } from "@/server/recording/watch-set";
import { signedIn } from "../support/signed-in";
import { makeItem } from "../unit/domain/matching/cases";

type WatchOrError = { watch: WatchView } & ErrorBody;

async function someone(plan?: "pro") {
  const person = await signedIn(plan);
  const create = (body: object) => person.request<WatchOrError>(watches, "POST", "/keywords", { body });
  const put = (id: string, body: object) =>
    person.request<WatchOrError>(watch, "PUT", `/keywords/${id}`, { params: { id }, body });
  return { ...person, create, put };
}

test("stores an expression as typed; null and blank remove it", async () => {
  const { create, put } = await someone("pro");
  const expression = " crm  -jobs OR “customer list” ";
  const made = await create({ keyword: "crm", expression });
  expect([made.status, made.body.watch.expression]).toEqual([201, expression]);
  const { _id: id } = made.body.watch;
  expect((await put(id, { notes: "n" })).body.watch.expression).toBe(expression);
  expect((await put(id, { expression: " " })).body.watch.expression).toBeNull();
  expect((await put(id, { expression: "crm -cheap" })).body.watch.expression).toBe("crm -cheap");
  expect((await put(id, { expression: null })).body.watch.expression).toBeNull();
});

test.each<[string, object, string]>([
  ["no search term", { expression: "-jobs" }, "would match almost everything"],
  ["one side of an OR without a word", { expression: "crm OR type:post" }, "would match almost everything"],
  ["a flair in all of a site", { expression: "flair:question", subreddits: ["all"] }, "almost everything"],
  ["an open bracket", { expression: "(crm" }, "Missing closing parenthesis"],
  ["too long", { expression: "x".repeat(501) }, "up to 500"],
  ["a pattern", { expression: "/a.c/" }, "aren't supported"],
])("rejects an expression with a reason and position: %s", async (_name, fields, text) => {
  const { create } = await someone("pro");
  const { status, body } = await create({ keyword: "crm", ...fields });
  expect([status, body.code, Object.keys(body.errors!)]).toEqual([400, "VALIDATION_ERROR", ["expression"]]);
  expect(body.message).toContain(text);
  const problem = body.problems!.find(({ severity }) => severity === "error")!;
  expect(problem.message).toBe(body.message);
  expect(problem.from).toBeLessThanOrEqual(problem.to);
});

test("rejects a condition that needs specific places if the watch covers a whole site", async () => {
  const { create, put } = await someone("pro");
  const made = await create({ keyword: "questions", expression: "flair:question", subreddits: ["webdev"] });
  expect(made.status).toBe(201);
  const { _id: id } = made.body.watch;
  expect((await put(id, { subreddits: ["all"] })).body.errors).toHaveProperty("expression");
  expect((await put(id, { subreddits: ["webdev", "pics"] })).status).toBe(200);
});

test("expressions require Pro; existing ones keep working and can only be removed", async () => {
  const { create, put, user } = await someone();
  expect((await create({ keyword: "crm", expression: "crm -jobs" })).body.code).toBe("PRO_REQUIRED");
  const { id } = await createWatch(user, { keyword: "crm", expression: "crm -jobs" });
  expect((await put(id, { notes: "n", expression: "crm -jobs" })).status).toBe(200);
  expect((await put(id, { expression: "crm" })).body.code).toBe("PRO_REQUIRED");
  expect((await put(id, { expression: null })).body.watch.expression).toBeNull();
});

test("compares watches of one keyword by the meaning of their expressions", async () => {
  const { create } = await someone("pro");
  expect((await create({ keyword: "crm" })).status).toBe(201);
  expect((await create({ keyword: "crm", expression: "crm -jobs" })).status).toBe(201);
  expect((await create({ keyword: "crm", expression: "crm NOT jobs" })).body.code).toBe("KEYWORD_EXISTS");
  expect((await create({ keyword: "crm", expression: "crm -hiring" })).status).toBe(201);
});

test("highlights each search word", async () => {
  const { create, put } = await someone("pro");
  const expression = "(crm OR invoic*) cheap NEAR list -jobs author:someone";
  const { _id: id } = (await create({ keyword: "crm", expression, filters: { wholeWordOnly: true } })).body
    .watch;
  const how = { wholeWordOnly: true, caseSensitive: false };
  const revisions = () =>
    prisma().watchRevision.findMany({ where: { watchId: id }, orderBy: { revision: "asc" } });
  expect((await revisions())[0]!.highlights).toEqual([
    { keyword: "crm", ...how },
    { keyword: "invoic", ...how, isPrefix: true },
    { keyword: "cheap", ...how },
    { keyword: "list", ...how },
  ]);
  await put(id, { expression: "author:someone" });
  await put(id, { expression: null });
  expect((await revisions()).map(({ highlights }) => highlights).slice(1)).toEqual([
    [],
    [{ keyword: "crm", ...how }],
  ]);
});

test("matches by the current expression after it is created, changed and removed", async () => {
  await pool().query(`TRUNCATE "Watch" CASCADE`);
  const { create, put } = await someone("pro");
  const set = new WatchSet();
  const receives = async (body: string, author = "someone") => {
    const now = new Date(Date.now() + 60_000);
    const item = makeItem({ body, author, createdAt: now, place: "webdev" });
    return (await set.current(now)).match(item).length;
  };
  const { _id: id } = (await create({ keyword: "crm", expression: "crm -jobs" })).body.watch;
  expect([await receives("a crm"), await receives("crm jobs")]).toEqual([1, 0]);
  await put(id, { expression: "author:someone" });
  expect([await receives("hello"), await receives("a crm", "another")]).toEqual([1, 0]);
  await put(id, { expression: null });
  expect([await receives("crm jobs", "another"), await receives("hello")]).toEqual([1, 0]);
});

test("returns the parsed expression with its problems", async () => {
  const { request } = await someone();
  const { body } = await request<ParseResponse>(parse, "POST", "/keywords/parse", {
    body: { expression: "crm cheap OR free and site:hackernews" },
  });
  expect(body.tokens.slice(0, 3)).toEqual([
    { from: 0, to: 3, kind: "word" },
    { from: 4, to: 9, kind: "word" },
    { from: 10, to: 12, kind: "or" },
  ]);
  expect(body.readings.map(({ expression }) => expression)).toEqual([
    "(crm cheap) OR (free and site:hackernews)",
    "crm (cheap OR free) and site:hackernews",
  ]);
  expect(body.readings[1]!.text).toContain("on Hacker News");
  expect(body.problems).toEqual([
    {
      ...{ from: 18, to: 21, severity: "warning" },
      message: expect.stringContaining("treated as a word"),
      suggestion: "crm cheap OR free AND site:hackernews",
    },
  ]);
});
