import { beforeEach, expect, test } from "vitest";
import { POST as explain } from "@/app/api/keywords/explain/route";
import { POST as preview } from "@/app/api/keywords/preview/route";
import { POST as create } from "@/app/api/keywords/route";
import { explainResponse, previewResponse } from "@/contract/preview";
import type { Item } from "@/domain/item";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/platform/place-titles";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/call";
import { signedIn } from "../support/signed-in";
import { makeItem } from "../unit/matching/cases";

const now = new Date();
const forum = "forum.example.org";

beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Debt" CASCADE`);
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince", "title") VALUES
     ('reddit', 'webdev', 'webdev', now(), NULL), ('discourse', '${forum}', '${forum}', now(), 'Garden Talk')`,
  );
});

const url = (name: string) => `https://www.reddit.com/r/webdev/comments/${name}/x/`;
const itemOf = (name: string, rest: Partial<Item> = {}): Item =>
  makeItem({
    ...{ fullname: `t3_${name}`, kind: "post", place: "webdev", title: name, url: url(name) },
    ...{ createdAt: now, body: "a cheap crm", ...rest },
  });

/** Records the items with the current watches. Returns the titles of matching items. */
async function record(items: Item[]): Promise<string[]> {
  await learnTitles([`discourse:${forum}`]);
  await pool().query(`UPDATE "Watch" SET "activeSince" = $1`, [new Date(0)]);
  const matcher = await new WatchSet().current(now);
  const heard = items.filter((item) => matcher.match(item).length > 0).map(({ title }) => title);
  const match = (item: Item) => matcher.match(item);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now });
  return heard;
}

async function someone() {
  const { bearer } = await signedIn("pro");
  return {
    watch: (body: object) => call(create, "POST", "/api/keywords", { bearer, body }),
    preview: async (body: object) => {
      const answer = await call(preview, "POST", "/api/keywords/preview", { bearer, body });
      return previewResponse.parse(answer.body).preview;
    },
    explain: async (name: string) => {
      const answer = await call(explain, "POST", "/api/keywords/explain", {
        bearer,
        body: { url: url(name) },
      });
      return explainResponse.parse(answer.body).explanations;
    },
  };
}

const places = [
  { site: "reddit", name: "webdev" },
  { site: "discourse", name: forum },
];

test("matching, preview and explanation agree on author, flair, link and place label", async () => {
  const alice = await someone();
  const asked: [expression: string, heard: string[]][] = [
    ["author:ann", ["by ann"]],
    ["crm flair:help", ["helped"]],
    ["link:example.com -jobs", ["linked"]],
    ['crm in:"garden talk"', ["in a forum"]],
    ["crm -author:ann -flair:help -link:example.com -in:forum.example.org", ["plain"]],
  ];
  const items = [
    itemOf("plain"),
    itemOf("by ann", { author: "Ann" }),
    itemOf("helped", { flair: "Help wanted" }),
    itemOf("linked", { link: "https://www.example.com/a", body: "crm" }),
    itemOf("in a forum", { site: "discourse", place: forum }),
  ];
  for (const [expression] of asked)
    expect((await alice.watch({ keyword: expression, expression, places })).status).toBe(201);
  const heard = await record(items);
  expect(heard.sort()).toEqual(items.map(({ title }) => title).sort());
  for (const [expression, names] of asked) {
    const { matched, examples } = await alice.preview({ keyword: "x", expression, places });
    expect([expression, matched, examples.map(({ title }) => title)]).toEqual([expression, 1, names]);
  }
  const why = await alice.explain("linked");
  const verdicts = new Map(why.map(({ keyword, verdict }) => [keyword, verdict]));
  expect(asked.map(([expression]) => verdicts.get(expression))).toEqual([
    ...["expression", "expression", "matched", "expression", "expression"],
  ]);
  expect(why.find(({ keyword }) => keyword === "crm flair:help")!.parts).toEqual([
    { kind: "and", text: "crm flair:help", depth: 0, holds: false, isWanted: true, found: [] },
    { kind: "leaf", text: "crm", depth: 1, holds: true, isWanted: true, found: ["crm"] },
    { kind: "leaf", text: "flair:help", depth: 1, holds: false, isWanted: true, found: [] },
  ]);
  expect(why.find(({ keyword }) => keyword === asked[2]![0])!.parts!.slice(2)).toEqual([
    { kind: "not", text: "-jobs", depth: 1, holds: true, isWanted: true, found: [] },
    { kind: "leaf", text: "jobs", depth: 2, holds: false, isWanted: false, found: [] },
  ]);
});

test("returns no parts for a watch without an expression", async () => {
  const alice = await someone();
  await alice.watch({ keyword: "crm", places });
  await record([itemOf("plain")]);
  expect(await alice.explain("plain")).toMatchObject([{ verdict: "matched", parts: null }]);
});

test("asks for confirmation if a preview matches more than 5 % of the items", async () => {
  const alice = await someone();
  const items = Array.from({ length: 40 }, (_, at) =>
    itemOf(`item${at}`, { body: at < 3 ? "rare" : "usual" }),
  );
  await record([...items, itemOf("last", { body: "unique" })]);
  const share = async (expression: string) => {
    const told = await alice.preview({ keyword: "x", expression, places });
    return [told.matched, told.share === told.matched / 41, told.asksFirst, told.isBroad];
  };
  expect(await share("unique OR nothing")).toEqual([1, true, false, false]);
  expect(await share("rare OR unique")).toEqual([4, true, true, false]);
  expect(await share("usual -unique")).toEqual([37, true, true, true]);
  await pool().query(`DELETE FROM "RecentItem" WHERE "fullname" LIKE 't3_item%'`);
  expect(await share("usual")).toEqual([0, true, false, false]);
});

test("warns about words in more than 5 % of the items, unless combined or excluded", async () => {
  const alice = await someone();
  const items = Array.from({ length: 40 }, (_, at) =>
    itemOf(`item${at}`, { body: at < 2 ? "rare usual" : "usual" }),
  );
  await record(items);
  const told = async (expression: string) => {
    const { problems } = await alice.preview({ keyword: "x", expression, places });
    return problems.map(({ from, to, severity }) => [severity, expression.slice(from, to)]);
  };
  expect(await told("rare OR (usual OR crm) item*")).toEqual([
    ["warning", "usual"],
    ["warning", "item*"],
  ]);
  expect(await told("rare (usual OR crm) item*")).toEqual([]);
  expect(await told("rare -usual")).toEqual([]);
  expect(await told("usual")).toEqual([]);
  await pool().query(`DELETE FROM "RecentItem" WHERE "fullname" > 't3_item2'`);
  expect(await told("rare usual")).toEqual([]);
});

test("previews times, places and ways to narrow down too many matches", async () => {
  const alice = await someone();
  const items = Array.from({ length: 40 }, (_, at) =>
    itemOf(`item${at}`, {
      title: at < 12 ? "Tide pods" : "t",
      body: at < 20 ? "tide in the laundry" : "tides",
    }),
  );
  await record(items);
  const told = await alice.preview({ keyword: "tide", places });
  expect(told).toMatchObject({ matched: 40, asksFirst: true });
  expect(told.bars).toHaveLength(24);
  expect(told.bars.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(told.bySite).toEqual([{ site: "reddit", name: "Reddit", places: 1, matched: 40 }]);
  expect(told.ways).toEqual([
    { kind: "whole-words", words: [], matched: 20 },
    { kind: "keyword", words: ["tide pods"], matched: 12 },
    { kind: "must-not", words: ["laundry", "pods"], matched: 20 },
  ]);
  // Few matches get no suggestions.
  expect((await alice.preview({ keyword: "nothing", places })).ways).toEqual([]);
});
