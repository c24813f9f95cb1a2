import { beforeEach, expect, test } from "vitest";
import { POST as explain } from "@/app/api/keywords/explain/route";
import { POST as preview } from "@/app/api/keywords/preview/route";
import { POST as create } from "@/app/api/keywords/route";
import { explainResponse, previewResponse } from "@/contract/preview";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { learnTitles } from "@/server/places/place-titles";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";
import { signedIn } from "../support/signed-in";
import { makeItem } from "../unit/domain/matching/cases";

const now = new Date();
const forum = "forum.example.org";

beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry" CASCADE`);
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince", "title") VALUES
     ('reddit', 'webdev', 'webdev', now(), NULL), ('discourse', '${forum}', '${forum}', now(), 'Garden Talk')`,
  );
});

const url = (name: string) => `https://www.reddit.com/r/webdev/comments/${name}/x/`;
const getItem = (name: string, rest: Partial<Item> = {}): Item =>
  makeItem({
    ...{ fullname: `t3_${name}`, kind: "post", place: "webdev", title: name, url: url(name) },
    ...{ createdAt: now, body: "a cheap crm", ...rest },
  });

/** Records the items with the current watches. Returns the titles of matching items. */
async function record(items: Item[]): Promise<string[]> {
  await learnTitles([`discourse:${forum}`]);
  await pool().query(`UPDATE "Watch" SET "activeSince" = $1`, [new Date(0)]);
  const matcher = await new WatchSet().current(now);
  const matches = items.filter((item) => matcher.match(item).length > 0).map(({ title }) => title);
  const match = (item: Item) => matcher.match(item);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now });
  return matches;
}

async function someone() {
  const { bearer } = await signedIn("pro");
  return {
    watch: (body: object) => call(create, "POST", "/api/keywords", { bearer, body }),
    preview: async (body: object) => {
      const response = await call(preview, "POST", "/api/keywords/preview", { bearer, body });
      return previewResponse.parse(response.body).preview;
    },
    explain: async (name: string) => {
      const response = await call(explain, "POST", "/api/keywords/explain", {
        bearer,
        body: { url: url(name) },
      });
      return explainResponse.parse(response.body).explanations;
    },
  };
}

const places = [
  { site: "reddit", name: "webdev" },
  { site: "discourse", name: forum },
];

test("matching, preview and explanation agree on author, flair, link and place label", async () => {
  const alice = await someone();
  const requested: [expression: string, matches: string[]][] = [
    ["author:ann", ["by ann"]],
    ["crm flair:help", ["helped"]],
    ["link:example.com -jobs", ["linked"]],
    ['crm in:"garden talk"', ["in a forum"]],
    ["crm -author:ann -flair:help -link:example.com -in:forum.example.org", ["plain"]],
  ];
  const items = [
    getItem("plain"),
    getItem("by ann", { author: "Ann" }),
    getItem("helped", { flair: "Help wanted" }),
    getItem("linked", { link: "https://www.example.com/a", body: "crm" }),
    getItem("in a forum", { site: "discourse", place: forum }),
  ];
  for (const [expression] of requested)
    expect((await alice.watch({ keyword: expression, expression, places })).status).toBe(201);
  const matches = await record(items);
  expect(matches.sort()).toEqual(items.map(({ title }) => title).sort());
  for (const [expression, names] of requested) {
    const { matched, examples } = await alice.preview({ keyword: "x", expression, places });
    expect([expression, matched, examples.map(({ title }) => title)]).toEqual([expression, 1, names]);
  }
  const why = await alice.explain("linked");
  const verdicts = new Map(why.map(({ keyword, verdict }) => [keyword, verdict]));
  expect(requested.map(([expression]) => verdicts.get(expression))).toEqual([
    ...["expression", "expression", "matched", "expression", "expression"],
  ]);
  expect(why.find(({ keyword }) => keyword === "crm flair:help")!.parts).toEqual([
    { kind: "and", text: "crm flair:help", depth: 0, holds: false, isWanted: true, found: [] },
    { kind: "leaf", text: "crm", depth: 1, holds: true, isWanted: true, found: ["crm"] },
    { kind: "leaf", text: "flair:help", depth: 1, holds: false, isWanted: true, found: [] },
  ]);
  expect(why.find(({ keyword }) => keyword === requested[2]![0])!.parts!.slice(2)).toEqual([
    { kind: "not", text: "-jobs", depth: 1, holds: true, isWanted: true, found: [] },
    { kind: "leaf", text: "jobs", depth: 2, holds: false, isWanted: false, found: [] },
  ]);
});

test("returns no parts for a watch without an expression", async () => {
  const alice = await someone();
  await alice.watch({ keyword: "crm", places });
  await record([getItem("plain")]);
  expect(await alice.explain("plain")).toMatchObject([{ verdict: "matched", parts: null }]);
});

test("asks for confirmation if a preview matches more than 5 % of the items", async () => {
  const alice = await someone();
  const items = Array.from({ length: 40 }, (_, at) =>
    getItem(`item${at}`, { body: at < 3 ? "rare" : "usual" }),
  );
  await record([...items, getItem("last", { body: "unique" })]);
  const share = async (expression: string) => {
    const result = await alice.preview({ keyword: "x", expression, places });
    return [result.matched, result.share === result.matched / 41, result.asksFirst, result.isBroad];
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
    getItem(`item${at}`, { body: at < 2 ? "rare usual" : "usual" }),
  );
  await record(items);
  const result = async (expression: string) => {
    const { problems } = await alice.preview({ keyword: "x", expression, places });
    return problems.map(({ from, to, severity }) => [severity, expression.slice(from, to)]);
  };
  expect(await result("rare OR (usual OR crm) item*")).toEqual([
    ["warning", "usual"],
    ["warning", "item*"],
  ]);
  expect(await result("rare (usual OR crm) item*")).toEqual([]);
  expect(await result("rare -usual")).toEqual([]);
  expect(await result("usual")).toEqual([]);
  await pool().query(`DELETE FROM "RecentItem" WHERE "fullname" > 't3_item2'`);
  expect(await result("rare usual")).toEqual([]);
});

test("previews times, places and ways to narrow down too many matches", async () => {
  const alice = await someone();
  const items = Array.from({ length: 40 }, (_, at) =>
    getItem(`item${at}`, {
      title: at < 12 ? "Tide pods" : "t",
      body: at < 20 ? "tide in the laundry" : "tides",
    }),
  );
  await record(items);
  const result = await alice.preview({ keyword: "tide", places });
  expect(result).toMatchObject({ matched: 40, asksFirst: true });
  expect(result.histogram).toHaveLength(24);
  expect(result.histogram.reduce((sum, count) => sum + count, 0)).toBe(40);
  expect(result.bySite).toEqual([{ site: "reddit", name: "Reddit", places: 1, matched: 40 }]);
  expect(result.suggestions).toEqual([
    { kind: "whole-words", words: [], matched: 20 },
    { kind: "keyword", words: ["tide pods"], matched: 12 },
    { kind: "must-not", words: ["laundry", "pods"], matched: 20 },
  ]);
  // Few matches get no suggestions.
  expect((await alice.preview({ keyword: "nothing", places })).suggestions).toEqual([]);
});
