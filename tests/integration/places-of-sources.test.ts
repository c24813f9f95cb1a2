import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import * as explain from "@/app/api/keywords/explain/route";
import * as keywords from "@/app/api/keywords/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import { type ExplainResponse, explainResponse } from "@/contract/preview";
import type { WatchView } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";
import { warmThreads } from "../support/warm-threads";

let sandbox: StartedSandbox;
let host = "";
let person: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  host = `127.0.0.1:${sandbox.lemmy.port}`;
  process.env.LOCAL_ADDRESSES = host;
  process.env.STACKEXCHANGE_API_URL = `${sandbox.url}/stackexchange`;
  await warmThreads();
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  forgetSites();
  await prisma().watch.deleteMany();
  await prisma().place.deleteMany();
  await prisma().placeLookup.deleteMany();
  await prisma().budget.deleteMany();
  await prisma().recentItem.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

/** Connects the sites again, with the current settings. */
function forgetSites(): void {
  const kept = globalThis as { earshotLookups?: unknown; earshotSites?: unknown };
  delete kept.earshotLookups;
  delete kept.earshotSites;
}

const request = async (name: string) =>
  (await person.request<PlaceResponse>(validate, "GET", `/places/validate?name=${encodeURIComponent(name)}`))
    .body;
const find = async (site: string, q: string) =>
  (
    await person.request<PlacesResponse>(
      search,
      "GET",
      `/places/search?site=${site}&q=${encodeURIComponent(q)}`,
    )
  ).body.places.map(({ label }) => label);
const make = (site: string, name: string) =>
  person.request<{ watch: WatchView }>(keywords, "POST", "/keywords", {
    body: { keyword: "tidewater", places: [{ site, name }] },
  });
async function explained(url: string) {
  const { status, body } = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
    body: { url },
  });
  expect(status).toBe(200);
  const { asked, explanations } = explainResponse.parse(body);
  return { title: asked?.item?.title, verdicts: explanations.map(({ verdict }) => verdict) };
}

describe("Stack Exchange", () => {
  test("finds a tag by its page, and says without a key how often it is read", async () => {
    const note = expect.stringContaining("300 requests a day");
    expect(await request("https://stackoverflow.com/questions/tagged/rust?tab=newest")).toEqual({
      ...{ exists: true, site: "stackexchange", name: "stackoverflow/rust", label: "Stack Overflow [rust]" },
      ...{ url: "https://stackoverflow.com/questions/tagged/rust", note },
    });
    expect(await request("https://stackoverflow.com/questions/12/a-title")).toMatchObject({
      ...{ exists: true, name: "stackoverflow", label: "Stack Overflow", note },
    });
    expect(await request("https://stackoverflow.com/questions/tagged/rusty-nail")).toMatchObject({
      ...{ exists: false, reason: "This site or tag doesn't exist on Stack Exchange" },
    });
  });

  test("suggests sites and tags", async () => {
    expect(await find("stackexchange", "stacko")).toEqual(["Stack Overflow"]);
    expect(await find("stackexchange", "stackoverflow/p")).toEqual(["Stack Overflow [python]"]);
  });

  test("is searched together with all other sites", async () => {
    sandbox.lemmy.world.write("tidepool", { title: "A song", community: "stackmusic" });
    await make("lemmy", `http://${host}/c/stackmusic`);
    const found = await find("all", "stack");
    expect(found).toContain("Stack Overflow");
    expect(found).toContain(`!stackmusic@${host}`);
    sandbox.failures.set({ mode: "silence", service: "stackexchange", waitSeconds: 10 });
    forgetSites();
    await prisma().placeLookup.deleteMany();
    expect(await find("all", "stackm")).toEqual([`!stackmusic@${host}`]);
  });

  test("explains a question in the tag that is watched", async () => {
    const { world } = sandbox.stackExchange;
    const activeSince = new Date(Date.now() - 3_600_000);
    const question = world.write({ title: "About tidewater", tags: ["rust"] });
    const other = world.write({ title: "About tidewater too", tags: ["python"] });
    await createWatch(person.user, {
      keyword: "tidewater",
      places: ["stackexchange:stackoverflow/rust"],
      activeSince,
    });
    expect(await explained(`https://stackoverflow.com/questions/${question}/about`)).toMatchObject({
      title: "About tidewater",
    });
    expect(await explained(`https://stackoverflow.com/q/${other}`)).toMatchObject({ title: undefined });
  });
});

describe("Lemmy", () => {
  test("finds an instance, a community and the place of a post by their URLs", async () => {
    sandbox.lemmy.world.write("tidepool", { title: "A song", community: "music" });
    const found = { items: expect.any(Number), newestAt: expect.stringMatching(/Z$/) };
    const community = {
      ...{ exists: true, site: "lemmy", name: `music@${host}`, label: `!music@${host}`, found },
      url: `http://${host}/c/music`,
    };
    expect(await request(`http://${host}/c/music`)).toEqual(community);
    expect(await request(`!music@${host}`)).toEqual(community);
    for (const path of ["", "/post/1"])
      expect(await request(`http://${host}${path}`)).toMatchObject({
        exists: true,
        site: "lemmy",
        name: host,
        label: host,
      });
    expect(await request(`http://${host}/c/nosuch`)).toMatchObject({
      ...{ exists: false, site: "lemmy", reason: `!nosuch@${host} doesn't exist` },
    });
    const made = await make("lemmy", `http://${host}/c/music`);
    expect(made.body.watch.places).toMatchObject([{ name: `music@${host}`, label: `!music@${host}` }]);
    expect(await find("lemmy", "music")).toContain(`!music@${host}`);
  });

  test("explains a post in the community that is watched", async () => {
    const post = sandbox.lemmy.world.write("tidepool", { title: "A tidewater song", community: "music" });
    const activeSince = new Date(Date.now() - 3_600_000);
    await createWatch(person.user, { keyword: "tidewater", places: [`lemmy:music@${host}`], activeSince });
    expect(await explained(`http://${host}/post/${post}`)).toMatchObject({ title: "A tidewater song" });
  });
});
