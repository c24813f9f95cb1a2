import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as explain from "@/app/api/keywords/explain/route";
import * as validate from "@/app/api/places/validate/route";
import type { PlaceResponse } from "@/contract/place-queries";
import type { ExplainResponse } from "@/contract/preview";
import type { ListedSite } from "@/domain/reading/site";
import { prisma } from "@/server/platform/database";
import { connected } from "@/server/reading/site";
import { getDid } from "../../sandbox/bluesky/shapes";
import { startBluesky, type Bluesky } from "../support/bluesky";
import { signedIn } from "../support/signed-in";

let sandbox: Bluesky;
let person: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  sandbox = await startBluesky({ clock: "real" });
  process.env.BLUESKY_API_URL = `${sandbox.url}/bluesky`;
});
beforeEach(async () => {
  await prisma().budget.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

const explained = async (url: string) =>
  (await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", { body: { url } })).body;
const getPage = (uri: string, account: string) =>
  `https://bsky.app/profile/${account}/post/${uri.split("/").at(-1)}`;

test("finds a post by its author's handle or id", async () => {
  const watch = await createWatch(person.user, {
    keyword: "tidewater",
    places: ["bluesky:all"],
    activeSince: new Date(Date.now() - 86_400_000),
  });
  const uri = sandbox.bluesky.world.write({ text: "Tidewater rises", by: "moss" });
  const byHandle = await explained(getPage(uri, "moss.bsky.example"));
  expect(byHandle).toEqual(await explained(getPage(uri, getDid("moss"))));
  expect(byHandle).toMatchObject({
    asked: { siteName: "Bluesky", outcome: "found", item: { title: "Tidewater rises", kind: "post" } },
    explanations: [{ verdict: "would-match" }],
  });
  const { notification } = await createNotification(watch, {
    item: { fullname: uri, site: "bluesky", place: "all" },
  });
  expect(await explained(getPage(uri, "moss.bsky.example"))).toMatchObject({
    explanations: [{ verdict: "matched", notification: { _id: notification.id } }],
  });
});

test("ignores title matches on sites without titles", async () => {
  const places = { places: ["bluesky:all"], activeSince: new Date(Date.now() - 86_400_000) };
  await createWatch(person.user, { keyword: "tidewater", ...places, matchTitlesOnly: true });
  const uri = sandbox.bluesky.world.write({ text: "Tidewater rises", by: "moss" });
  expect(await explained(getPage(uri, getDid("moss")))).toMatchObject({
    explanations: [{ verdict: "only-in-body" }],
  });
});

test("resolves a profile URL to its feed, and post and site URLs to the whole site", async () => {
  const found = vi.spyOn(connected("feeds") as ListedSite, "findList");
  found.mockImplementation(async (place) => ({
    place,
    title: "@moss",
    home: null,
    items: 3,
    newestAt: null,
  }));
  const request = async (name: string, site = "") =>
    (
      await person.request<PlaceResponse>(
        validate,
        "GET",
        `/places/validate?name=${encodeURIComponent(name)}${site}`,
      )
    ).body;
  const feed = { exists: true, site: "feeds", name: "https://bsky.app/profile/moss.bsky.example/rss" };
  expect(await request("https://bsky.app/profile/Moss.bsky.example")).toMatchObject(feed);
  expect(await request("bsky.app/profile/moss.bsky.example", "&site=feeds")).toMatchObject(feed);
  for (const whole of ["https://bsky.app/", getPage("x/3n2wfhmp4mqzc", "moss.bsky.example")])
    expect(await request(whole, "&site=bluesky")).toMatchObject({
      exists: true,
      site: "bluesky",
      name: "all",
    });
  found.mockRestore();
});
