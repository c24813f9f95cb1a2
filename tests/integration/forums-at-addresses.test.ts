import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as coverage from "@/app/api/coverage/route";
import * as keywords from "@/app/api/keywords/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import type { CoverageResponse } from "@/contract/coverage";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import type { WatchView } from "@/contract/watch";
import { getHealth } from "@/server/operation/health";
import { pool, prisma } from "@/server/platform/database";
import { failReads, syncReads } from "@/server/reading/statements/reads";
import { getSite } from "@/sites/registry";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { signedIn } from "../support/signed-in";
import { warmThreads } from "../support/warm-threads";

let sandbox: StartedSandbox;
let host = "";
let person: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  host = `127.0.0.1:${sandbox.discourse.port}`;
  process.env.LOCAL_ADDRESSES = `${host},127.0.0.1:${sandbox.placesPort}`;
  await warmThreads();
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await prisma().watch.deleteMany();
  await prisma().place.deleteMany();
  await prisma().placeLookup.deleteMany();
  await prisma().budget.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

const request = async (name: string) =>
  (await person.request<PlaceResponse>(validate, "GET", `/places/validate?name=${encodeURIComponent(name)}`))
    .body;
const make = (name: string) =>
  person.request<{ watch: WatchView }>(keywords, "POST", "/keywords", {
    body: { keyword: "tidewater", places: [{ site: "discourse", name }] },
  });
const find = async (q: string) =>
  (
    await person.request<PlacesResponse>(
      search,
      "GET",
      `/places/search?site=discourse&q=${encodeURIComponent(q)}`,
    )
  ).body.places;

test("resolves a forum or page URL to its host, title and contents", async () => {
  const expected = {
    ...{ exists: true, site: "discourse", name: host, label: "Harbour Community", url: `http://${host}/` },
    found: { items: 1, newestAt: expect.stringMatching(/Z$/) },
  };
  expect(await request(`http://${host}/t/welcome/1`)).toEqual(expected);
});

test("a forum in a folder is its own place, found from any of its URLs", async () => {
  const place = `${host}/community`;
  const expected = {
    ...{ exists: true, site: "discourse", name: place, label: "The Boathouse", url: `http://${place}/` },
    found: { items: 1, newestAt: expect.stringMatching(/Z$/) },
  };
  for (const path of ["", "/t/welcome-to-the-boathouse/1"])
    expect(await request(`http://${place}${path}`)).toEqual(expected);
  await request(host);
  const made = await make(`http://${place}/t/welcome-to-the-boathouse/1`);
  expect(made.body.watch.places).toMatchObject([{ name: place, label: "The Boathouse" }]);
  await make(host);
  expect((await find("boat")).map(({ name }) => name)).toEqual([place]);
  expect((await find(host)).map(({ name }) => name).toSorted()).toEqual([host, place]);
  // Both share their host's requests.
  expect([host, place].map(getSite("discourse").getHost!)).toEqual([host, host]);
});

test("resolves the URL of a feed to the feed", async () => {
  const address = `http://127.0.0.1:${sandbox.placesPort}/feeds/tidings/feed`;
  expect(await request(address)).toMatchObject({ exists: true, site: "feeds", name: address });
});

test("rejects a forum only visible to members", async () => {
  sandbox.discourse.world.known("harbour").isForMembers = true;
  expect(await request(host)).toMatchObject({
    ...{ exists: false, site: "discourse", reason: "Only members can see its posts" },
  });
});

test("labels a watch with the forum title and suggests well-known forums", async () => {
  await request(host);
  const { status, body } = await make(`http://${host}/latest`);
  expect(status).toBe(201);
  expect(body.watch.places).toMatchObject([{ site: "discourse", name: host, label: "Harbour Community" }]);
  expect((await find("harbour")).map(({ name }) => name)).toEqual([host]);
  expect((await find("python")).map(({ name }) => name)).toEqual(["discuss.python.org"]);
  expect((await make("no forum")).status).toBe(400);
});

test("shows a forum's error in coverage without degrading health", async () => {
  await make(host);
  const now = new Date();
  await syncReads(pool(), now);
  const since = new Date(now.getTime() - 3_600_000);
  const failed = { site: "discourse", places: [host], error: "Timed out" };
  for (const kind of ["post", "comment"] as const)
    await failReads(pool(), { ...failed, kind, now, since, nextAttemptAt: null });
  const { body } = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(body.places).toMatchObject([{ name: host, reason: "Timed out", health: "ok" }]);
  expect((await getHealth()).checks.discourse).toEqual({ ok: true });
});
