import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as watchImport from "@/app/api/keywords/import/route";
import * as keywords from "@/app/api/keywords/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import type { WatchView } from "@/contract/watch";
import type { ImportResponse } from "@/contract/watch-import";
import { pool } from "@/server/platform/database";
import { excessPlaceText } from "@/server/reading/place-limit";
import { connected } from "@/server/reading/site";
import { github } from "@/sites/github/github";
import { signedIn } from "../support/signed-in";

vi.mock("@/server/reading/place-limit", { spy: true });

const limit = { max: 2, excess: "all 2 are in use" };
const note = "up to 2, every 30 minutes";
const rate = { used: null, remaining: null, resetSeconds: null };
let person: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Place", "PlaceLookup", "PlaceSearch", "Budget" CASCADE`);
  person = await signedIn("pro");
  vi.spyOn(github, "placeLimit", "get").mockReturnValue(limit);
  vi.spyOn(github, "placeNote", "get").mockReturnValue(note);
  vi.spyOn(github, "window", "get").mockReturnValue({ ms: 3_600_000, requests: 60 });
  delete (globalThis as { earshotLookups?: unknown }).earshotLookups;
  const site = trackers();
  vi.spyOn(site, "checkPlace").mockImplementation(async (name) => ({
    ...{ health: name.includes("gone") ? ("missing" as const) : ("ok" as const), displayName: name, rate },
  }));
  vi.spyOn(site, "searchPlaces").mockResolvedValue({ names: ["o/other", "O/One"], rate });
});
afterEach(() => vi.restoreAllMocks());

function trackers() {
  const site = connected("github");
  if (site.reads !== "trackers") throw new Error("another kind");
  return site;
}

type StreamReport = { watch: WatchView; error?: string; errors?: Record<string, string[]> };
const named = (...names: string[]) => names.map((name) => ({ site: "github", name }));
const make = (who: typeof person, word: string, ...names: string[]) =>
  who.request<StreamReport>(keywords, "POST", "/keywords", {
    body: { keyword: word, places: named(...names) },
  });
const look = (name: string) =>
  person.request<PlaceResponse>(validate, "GET", `/places/validate?name=${encodeURIComponent(name)}`);

test("a pasted URL names its repository, with the limits", async () => {
  for (const typed of ["https://github.com/o/r/issues/5", "github.com/o/r", "o/r"])
    expect((await look(typed)).body).toEqual({
      ...{ exists: true, site: "github", name: "o/r", label: "o/r", url: "https://github.com/o/r" },
      note,
    });
  expect((await look("github.com/o/gone")).body).toMatchObject({
    ...{ exists: false, reason: "This repository doesn't exist on GitHub" },
  });
});

test("counts the repositories of all accounts, and those in use take no room", async () => {
  const other = await signedIn("pro");
  expect((await make(other, "first", "o/one")).status).toBe(201);
  expect((await make(person, "second", "o/two")).status).toBe(201);
  const refused = await make(person, "third", "o/three");
  expect([refused.status, refused.body.errors]).toEqual([400, { places: [limit.excess] }]);
  expect((await look("o/three")).body).toMatchObject({ exists: false, reason: limit.excess });
  expect((await make(person, "fourth", "O/One", "o/two")).status).toBe(201);
});

test("a change can't exceed the limit, but a watch keeps its repositories", async () => {
  const { body } = await make(person, "first", "o/one", "o/two");
  const { _id: id } = body.watch;
  const put = (change: object) =>
    person.request<StreamReport>(keyword, "PUT", `/keywords/${id}`, { params: { id }, body: change });
  expect((await put({ places: named("o/one", "o/two", "o/three") })).status).toBe(400);
  expect((await put({ places: named("o/one", "o/three") })).status).toBe(200);
  vi.spyOn(github, "placeLimit", "get").mockReturnValue({ ...limit, max: 1 });
  expect((await put({ keyword: "renamed" })).status).toBe(200);
});

test("an import can't exceed the limit, and each repository is checked once", async () => {
  const send = (text: string) =>
    person.request<ImportResponse>(watchImport, "POST", "/keywords/import", { body: { text, commit: true } });
  const checked = vi.mocked(excessPlaceText).mockClear();
  const both = "reddit:webdev github:o/one github:o/two";
  expect((await send(`Keyword,Places\nfirst,${both}\nsecond,${both}\n`)).status).toBe(200);
  expect(checked.mock.calls.map(([, { id }, names]) => [id, names])).toEqual([
    ["github", ["o/one", "o/two"]],
  ]);
  const refused = await send("Keyword,Places\nthird,github:o/three\n");
  expect([refused.status, refused.body]).toMatchObject([400, { errors: { places: [limit.excess] } }]);
});

test("suggests the user's own repositories first", async () => {
  await make(person, "first", "o/one");
  const { body } = await person.request<PlacesResponse>(search, "GET", "/places/search?site=github&q=o/o");
  expect(body.places.map(({ name }) => name)).toEqual(["o/one", "o/other"]);
});

const suggested = (query: string) =>
  person.request<PlacesResponse & { code?: string }>(search, "GET", `/places/search?${query}`);

test("suggestions use at most half of the lookup budget, which leaves the rest for checks", async () => {
  const codes: (string | undefined)[] = [];
  for (const at of Array.from({ length: 10 }).keys())
    codes.push((await suggested(`site=github&q=o/${at}`)).body.code);
  expect(codes.slice(0, 3)).toEqual([undefined, undefined, undefined]);
  expect(new Set(codes.slice(3))).toEqual(new Set(["PLACE_RATE_LIMIT_EXCEEDED"]));
  expect(await look("o/r")).toMatchObject({ status: 200, body: { exists: true } });
  for (const name of ["o/s", "o/t", "o/u"]) await look(name);
  expect(await look("o/v")).toMatchObject({ status: 429, body: { code: "PLACE_RATE_LIMIT_EXCEEDED" } });
});

test("suggests Stack Exchange sites without a request once their names are known", async () => {
  const site = connected("stackexchange");
  if (site.reads !== "walks") throw new Error("another kind");
  site.searchCached = () => Promise.resolve({ names: ["stackoverflow"] });
  onTestFinished(() => void delete site.searchCached);
  const request = vi.spyOn(site, "searchPlaces");
  const { body } = await suggested("site=stackexchange&q=stack");
  expect(body.places.map(({ name }) => name)).toEqual(["stackoverflow"]);
  expect(request).not.toHaveBeenCalled();
});
