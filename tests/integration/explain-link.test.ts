import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import { getSharePath } from "../../sandbox/reddit/share";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import * as explain from "@/app/api/keywords/explain/route";
import { type ExplainResponse, explainResponse } from "@/contract/preview";
import { prisma } from "@/server/platform/database";
import { linkAdviceTexts } from "@/sites/reddit/link";
import { signedIn } from "../support/signed-in";

let sandbox: StartedSandbox;
let person: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  process.env.HACKERNEWS_API_URL = `${sandbox.url}/hackernews`;
  process.env.REDDIT_AUTH_URL = process.env.REDDIT_API_URL = `${sandbox.url}/reddit`;
});
beforeEach(async () => {
  sandbox.failures.clear();
  await prisma().budget.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

const longAgo = new Date(Date.now() - 86_400_000);
const onNews = { places: ["hackernews:all"], activeSince: longAgo };
const getUrl = (number: number) => `https://news.ycombinator.com/item?id=${number}`;

async function explained(url: string) {
  const { status, body } = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
    body: { url },
  });
  expect(status).toBe(200);
  const { item, asked: requested, explanations } = explainResponse.parse(body);
  return {
    item,
    asked: requested,
    verdicts: Object.fromEntries(explanations.map((one) => [one.keyword, one.verdict])),
  };
}

test("fetches an unknown link from its site and compares it with each watch", async () => {
  await createWatch(person.user, { keyword: "tidewater", ...onNews });
  await createWatch(person.user, { keyword: "headwater", ...onNews });
  await createWatch(person.user, { keyword: "ide", ...onNews, wholeWordOnly: true });
  await createWatch(person.user, {
    keyword: "Tidewater is",
    ...onNews,
    activeSince: new Date(Date.now() + 60_000),
  });
  await createWatch(person.user, { keyword: "is", ...onNews, isActive: false });
  await createWatch(person.user, { keyword: "elsewhere", subreddits: ["webdev"] });
  const number = sandbox.hackerNews.world.write({ title: "Tidewater is down" });
  const { item, asked: requested, verdicts } = await explained(getUrl(number));
  expect(item).toBeNull();
  expect(requested).toMatchObject({
    siteName: "Hacker News",
    outcome: "found",
    item: { title: "Tidewater is down", url: getUrl(number), site: "hackernews", kind: "post" },
  });
  expect(verdicts).toEqual({
    tidewater: "would-match",
    headwater: "keyword-absent",
    ide: "part-of-word",
    "Tidewater is": "too-old",
    is: "paused",
    elsewhere: "place",
  });
});

test("fetches a Reddit comment, but not from unwatched subreddits", async () => {
  await createWatch(person.user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: longAgo });
  const fullname = sandbox.world.comment({ subreddit: "webdev", body: "The tidewater rises" });
  const link = (subreddit: string) =>
    `https://www.reddit.com/r/${subreddit}/comments/zzz1/x/${fullname.slice(3)}/`;
  const found = await explained(link("webdev"));
  expect(found.asked).toMatchObject({ siteName: "Reddit", outcome: "found", item: { kind: "comment" } });
  expect(found.verdicts).toEqual({ tidewater: "would-match" });
  sandbox.world.delete(fullname);
  expect(await explained(link("webdev"))).toMatchObject({
    asked: { outcome: "gone", item: null },
    verdicts: { tidewater: "not-read" },
  });
  expect(await explained(link("pics"))).toMatchObject({ asked: null, verdicts: { tidewater: "subreddit" } });
});

test("an image link is rejected with advice", async () => {
  const { status, body } = await person.request(explain, "POST", "/keywords/explain", {
    body: { url: "https://i.redd.it/abcdef123.jpg" },
  });
  expect([status, body]).toMatchObject([400, { errors: { url: [linkAdviceTexts.media] } }]);
});

test("fetches items whose text has expired, but not stored ones", async () => {
  await createWatch(person.user, { keyword: "tidewater", ...onNews });
  const number = sandbox.hackerNews.world.write({ title: "Nothing of it" });
  const createdAt = new Date();
  const read = { site: "hackernews", place: "all", createdAt, seenAt: createdAt };
  const remembered = {
    ...read,
    fullname: `hn:${number}`,
    kind: "post" as const,
    forgetAt: new Date(Date.now() + 1e7),
  };
  await prisma().recentItem.create({ data: remembered });
  const gone = await explained(getUrl(number));
  expect(gone).toMatchObject({ asked: { outcome: "found" }, verdicts: { tidewater: "keyword-absent" } });
  expect(gone.item).toMatchObject({ readAt: createdAt.toISOString(), title: "" });
  await prisma().recentItem.update({
    where: { fullname: `hn:${number}` },
    data: { content: { title: "Nothing of it", body: "", url: getUrl(number), over18: false } },
  });
  expect(await explained(getUrl(number))).toMatchObject({
    asked: null,
    verdicts: { tidewater: "keyword-absent" },
  });
});

test.each([
  ["fails", { mode: "json", status: 500 }, "unavailable"],
  ["disconnects", { mode: "cut" }, "unavailable"],
  ["limits our requests", { mode: "too-many", retryAfter: 30 }, "limited"],
] as const)("reports a site that %s, along with the other results", async (_how, failure, outcome) => {
  await createWatch(person.user, { keyword: "tidewater", ...onNews });
  await createWatch(person.user, { keyword: "elsewhere", subreddits: ["webdev"] });
  const number = sandbox.hackerNews.world.write({ title: "Tidewater" });
  sandbox.failures.set({ ...failure, service: "hackernews", count: 1 });
  expect(await explained(getUrl(number))).toMatchObject({
    asked: { siteName: "Hacker News", outcome, item: null },
    verdicts: { tidewater: "not-read", elsewhere: "place" },
  });
});

describe("a Reddit share link", () => {
  const shareOf = (fullname: string) =>
    `https://www.reddit.com${getSharePath(sandbox.world.find(fullname)!)}?utm_source=share`;
  const requested = (link: string) =>
    person.request(explain, "POST", "/keywords/explain", { body: { url: link } });

  test("resolves to its post or comment", async () => {
    await createWatch(person.user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: longAgo });
    const post = sandbox.world.post({ subreddit: "webdev", title: "Tidewater is down" });
    const comment = sandbox.world.comment({ subreddit: "webdev", body: "The tide rises" });
    expect(await explained(shareOf(post))).toMatchObject({
      ...{ asked: { outcome: "found", item: { kind: "post" } }, verdicts: { tidewater: "would-match" } },
    });
    expect(await explained(shareOf(comment))).toMatchObject({
      ...{
        asked: { outcome: "found", item: { kind: "comment" } },
        verdicts: { tidewater: "keyword-absent" },
      },
    });
  });

  test("that leads nowhere is rejected with advice", async () => {
    for (const link of ["/r/webdev/s/dDNfbm90aGluZw", "/u/somebody/s/AbCdEf1234"])
      expect(await requested(`https://www.reddit.com${link}`)).toMatchObject({
        status: 400,
        body: { errors: { url: [linkAdviceTexts.share] } },
      });
  });

  test("fails with 503 if Reddit is unavailable", async () => {
    const post = sandbox.world.post({ subreddit: "webdev", title: "Tidewater is down" });
    sandbox.failures.set({ mode: "json", status: 503, service: "reddit", path: "/s/" });
    expect(await requested(shareOf(post))).toMatchObject({
      status: 503,
      body: { code: "UPSTREAM_UNAVAILABLE" },
    });
  });
});

test("reports an exhausted lookup budget", async () => {
  await createWatch(person.user, { keyword: "tidewater", subreddits: ["webdev"], activeSince: longAgo });
  const fullname = sandbox.world.post({ subreddit: "webdev", title: "tidewater" });
  const url = `https://www.reddit.com/r/webdev/comments/${fullname.slice(3)}/x/`;
  expect((await explained(url)).asked).toMatchObject({ outcome: "found" });
  await prisma().budget.updateMany({ data: { usedByLookup: 10_000, used: 10_000 } });
  const { asked: requested, verdicts } = await explained(url);
  expect([requested?.outcome, verdicts]).toEqual(["limited", { tidewater: "not-read" }]);
  const shared = `https://www.reddit.com${getSharePath(sandbox.world.find(fullname)!)}`;
  expect(await person.request(explain, "POST", "/keywords/explain", { body: { url: shared } })).toMatchObject(
    {
      ...{ status: 429, body: { code: "REDDIT_RATE_LIMIT_EXCEEDED" } },
    },
  );
});
