import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import * as explain from "@/app/api/keywords/explain/route";
import { type ExplainResponse, explainResponse } from "@/contract/preview";
import { getFullname as entryName } from "@/sites/feeds/address";
import { prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";

let sandbox: StartedSandbox;
let person: Awaited<ReturnType<typeof signedIn>>;
let forum = "";
let blogs = "";
beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  forum = `127.0.0.1:${sandbox.discourse.port}`;
  blogs = `http://127.0.0.1:${sandbox.placesPort}/feeds`;
  process.env.LOBSTERS_URL = `${sandbox.url}/lobsters`;
  process.env.LOCAL_ADDRESSES = `${forum},127.0.0.1:${sandbox.placesPort}`;
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await prisma().budget.deleteMany();
  await prisma().recentItem.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

const longAgo = new Date(Date.now() - 86_400_000);
const watching = (keyword: string, place: string) =>
  createWatch(person.user, { keyword, places: [place], activeSince: longAgo });
const requested = (url: string) =>
  person.request<ExplainResponse>(explain, "POST", "/keywords/explain", { body: { url } });

async function explained(url: string) {
  const { status, body } = await requested(url);
  expect(status).toBe(200);
  const { item, asked: result, explanations } = explainResponse.parse(body);
  const verdicts = Object.fromEntries(explanations.map((one) => [one.keyword, one.verdict]));
  return { item, asked: result, verdicts };
}

async function refusal(url: string): Promise<string> {
  const { status, body } = await requested(url);
  expect(status).toBe(400);
  return (body as unknown as { errors: { url: string[] } }).errors.url[0]!;
}

const hold = (fullname: string, more: { site: string; place: string; url: string; title: string }) =>
  prisma().recentItem.create({
    data: {
      ...{ fullname, kind: "post", site: more.site, place: more.place, createdAt: new Date() },
      ...{ seenAt: new Date(), forgetAt: new Date(Date.now() + 1e8), textUntil: new Date(Date.now() + 1e8) },
      content: { title: more.title, body: "", url: more.url, over18: false },
    },
  });

describe("Lobsters", () => {
  test("fetches stories and comments and reports deleted ones", async () => {
    await watching("tidewater", "lobsters:all");
    await watching("headwater", "lobsters:all");
    const { world } = sandbox.lobsters;
    const story = world.write({ title: "Tidewater is *down*", url: "https://example.com/1" });
    const comment = world.write({ story, text: "So is headwater" });
    expect(await explained(`https://lobste.rs/s/${story}/tidewater_is_down`)).toMatchObject({
      asked: { siteName: "Lobsters", outcome: "found", item: { kind: "post", title: "Tidewater is *down*" } },
      verdicts: { tidewater: "would-match", headwater: "keyword-absent" },
    });
    const ofComment = `https://lobste.rs/s/${story}/tidewater_is_down#c_${comment}`;
    expect(await explained(ofComment)).toMatchObject({
      asked: { outcome: "found", item: { kind: "comment", url: `https://lobste.rs/c/${comment}` } },
      verdicts: { tidewater: "keyword-absent", headwater: "would-match" },
    });
    world.end(comment, "moderated");
    expect(await explained(ofComment)).toMatchObject({
      asked: { outcome: "gone", item: null },
      verdicts: { headwater: "not-read" },
    });
  });
});

describe("forum topic links", () => {
  test("find the post shown there, whether unread, read or notified", async () => {
    const watch = await watching("tidewater", `discourse:${forum}`);
    await watching("headwater", "discourse:other.example");
    const number = sandbox.discourse.world.write("harbour", { topic: 1, text: "The tidewater rises" });
    const link = `http://${forum}/t/welcome-to-harbour-community/1/2`;
    expect(await explained(link)).toMatchObject({
      item: null,
      asked: { siteName: forum, outcome: "found", item: { kind: "comment" } },
      verdicts: { tidewater: "would-match", headwater: "place" },
    });
    const fullname = `${forum}:post:${number}`;
    const place = { site: "discourse", place: forum };
    await hold(fullname, { ...place, url: `http://${forum}/p/${number}`, title: "As it was read" });
    expect(await explained(link)).toMatchObject({
      item: { title: "As it was read" },
      verdicts: { tidewater: "keyword-absent" },
    });
    await createNotification(watch, { ...place, item: { fullname, ...place } });
    expect(await explained(link)).toMatchObject({ verdicts: { tidewater: "matched" } });
    expect((await explained(`${forum}/t/1`)).asked?.item).toMatchObject({ kind: "post" });
  });

  test("with a folder finds the post in that folder's forum", async () => {
    await watching("tidewater", `discourse:${forum}/community`);
    await watching("headwater", `discourse:${forum}`);
    sandbox.discourse.world.write("boathouse", { topic: 1, text: "The tidewater rises" });
    expect(await explained(`http://${forum}/community/t/welcome-to-the-boathouse/1/2`)).toMatchObject({
      asked: { siteName: `${forum}/community`, outcome: "found", item: { kind: "comment" } },
      verdicts: { tidewater: "would-match", headwater: "place" },
    });
  });

  test("report missing posts and unreachable forums", async () => {
    await watching("tidewater", `discourse:${forum}`);
    const link = `http://${forum}/t/welcome/1/7`;
    expect(await explained(link)).toMatchObject({
      ...{ item: null, asked: { outcome: "gone" }, verdicts: { tidewater: "unresolved" } },
    });
    const number = sandbox.discourse.world.write("harbour", { topic: 1, text: "Hidden", state: "private" });
    expect((await explained(`http://${forum}/p/${number}`)).asked).toMatchObject({ outcome: "gone" });
    sandbox.failures.set({ mode: "json", status: 503, service: "discourse", count: 1 });
    expect(await explained(link)).toMatchObject({
      ...{ asked: { outcome: "unavailable" }, verdicts: { tidewater: "unresolved" } },
    });
  });

  test("to unwatched forums send no request", async () => {
    await watching("tidewater", "discourse:other.example");
    expect(await explained(`http://${forum}/t/welcome/1/1`)).toMatchObject({
      ...{ asked: null, verdicts: { tidewater: "place" } },
    });
    expect(sandbox.discourse.requested).toEqual([]);
  });
});

describe("feed entry links", () => {
  const place = () => `${blogs}/tidings/feed`;

  test("find stored entries by any form of the URL", async () => {
    await watching("tidewater", `feeds:${place()}`);
    const url = "https://www.blog.example/p/7?id=2";
    await hold(entryName(place(), "7"), { site: "feeds", place: place(), url, title: "Tidewater today" });
    expect(await explained("http://blog.example/p/7/?utm_source=x&id=2#end")).toMatchObject({
      ...{ item: { title: "Tidewater today" }, asked: null, verdicts: { tidewater: "matched" } },
    });
    expect(sandbox.feeds.requested.size).toBe(0);
  });

  test("are looked up in the watched feeds of their host", async () => {
    await watching("tidewater", `feeds:${place()}`);
    const id = sandbox.feeds.world.write("tidings", { title: "Tidewater rises" });
    expect(await explained(`${blogs}/tidings/${id}`)).toMatchObject({
      item: null,
      asked: { siteName: new URL(blogs).host, outcome: "found", item: { title: "Tidewater rises" } },
      verdicts: { tidewater: "would-match" },
    });
  });

  test("report unknown entries and unreachable feeds", async () => {
    await watching("tidewater", `feeds:${place()}`);
    expect(await refusal(`${blogs}/tidings/none`)).toMatch(
      /^We couldn't find this link in any feed you watch/,
    );
    sandbox.failures.set({ mode: "json", status: 503, service: "feeds", count: 1 });
    expect(await refusal(`${blogs}/tidings/none`)).toMatch(/^We can't look this link up on/);
  });

  test("don't reveal entries of other users' feeds", async () => {
    await watching("tidewater", `feeds:${place()}`);
    const url = "https://blog.example/secret/7";
    await hold(entryName(place(), "7"), { site: "feeds", place: place(), url, title: "Secret" });
    person = await signedIn("pro");
    await watching("tidewater", "lobsters:all");
    expect(await refusal(url)).toMatch(/^Paste a link to a post or comment on/);
  });
});
