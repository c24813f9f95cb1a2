import { afterAll, beforeAll, expect, test } from "vitest";
import * as coverage from "@/app/api/coverage/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as list from "@/app/api/notifications/route";
import * as validate from "@/app/api/places/validate/route";
import * as sessions from "@/app/api/users/sessions/route";
import type { PlaceResponse } from "@/contract/place-queries";
import { startSession } from "@/server/accounts/sessions";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { connected } from "@/server/reading/site";
import { WatchSet } from "@/server/recording/watch-set";
import { sites } from "@/sites/registry";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { startMailProvider, type MailProvider } from "../support/mail-provider";
import { signedIn } from "../support/signed-in";

/** Reversed, and with an invisible character. */
const hostile = (word: string) => `${word} \u202Egro.l\u200Blive\u2066`;
const cleaned = (word: string) => `${word} gro.llive`;
const invisible = /[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F]/u;
const read = ["reddit", "hackernews", "lobsters", "discourse", "feeds"] as const;

/** No background work and no page cache. */
const still = {
  hackerNews: { perSecond: 0 },
  lobsters: { perMinute: 0, listsCachedMs: 0 },
  discourse: { perMinute: 0, pagesCachedMs: 0 },
};
let sandbox: StartedSandbox;
let provider: MailProvider;
let person: Awaited<ReturnType<typeof signedIn>>;
let forum = "";

beforeAll(async () => {
  [sandbox, provider] = await Promise.all([
    startSandbox({ stream: false, historyHours: 0, ...still }),
    startMailProvider(),
  ]);
  forum = `127.0.0.1:${sandbox.discourse.port}`;
  Object.assign(process.env, {
    RESEND_BASE_URL: provider.url,
    REDDIT_AUTH_URL: `${sandbox.url}/reddit`,
    REDDIT_API_URL: `${sandbox.url}/reddit`,
    HACKERNEWS_API_URL: `${sandbox.url}/hackernews`,
    LOBSTERS_URL: `${sandbox.url}/lobsters`,
    LOCAL_ADDRESSES: `127.0.0.1:${sandbox.placesPort},${forum}`,
  });
  person = await signedIn("pro");
});
afterAll(() => Promise.all([sandbox.close(), provider.close()]));

async function pollOnce() {
  const clock = () => new Date();
  const time = { clock, deadline: new Date(Date.now() + 60_000), faults: [] };
  const contexts = read.map((id) => {
    const window = { clock, sleep: async () => undefined };
    const budget = new Budget({ ...sites[id]!.allowance(), window: sites[id]!.window, ...window });
    return { ...time, faults: [], site: connected(id), budget };
  });
  await pool().query(`UPDATE "ListRead" SET "nextReadAt" = now() - interval '1 minute'`);
  await pool().query(
    `UPDATE "PlaceRead" SET "readAt" = "readAt" - interval '2 minutes', "triedAt" = "triedAt" - interval '2 minutes'`,
  );
  return poll(time, contexts, {
    ...{ watches: new WatchSet(), intervalMs: 60_000 },
    sendMessages: async () => undefined,
  });
}

/** All database content as text, except item texts, which aren't labels. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await pool().query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const texts = [];
  for (const { name } of tables) {
    const { rows } = await pool().query<{ row: string }>(
      `SELECT (to_jsonb(t) - 'bytes' #- '{content,body}')::text AS row FROM "${name}" t`,
    );
    texts.push(...rows.map(({ row }) => `${name} ${row}`));
  }
  return texts.join("\n");
}

test("names and titles from strangers are stored without invisible characters", async () => {
  const { world, discourse, feeds, hackerNews, lobsters } = sandbox;
  discourse.world.open("harbour", hostile("Harbour"));
  feeds.world.open("tidings", { title: hostile("Hacker News") });
  const feed = `http://127.0.0.1:${sandbox.placesPort}/feeds/tidings/feed`;
  const found = await person.request<PlaceResponse>(
    validate,
    "GET",
    `/places/validate?name=${encodeURIComponent(feed)}`,
  );
  // The title could pass for another site, so the host is shown next to it.
  expect(found.body.label).toBe(`${cleaned("Hacker News")} (127.0.0.1:${sandbox.placesPort})`);
  const places = [
    { site: "reddit", name: "webdev" },
    { site: "hackernews", name: "all" },
    { site: "lobsters", name: "all" },
    { site: "discourse", name: forum },
    { site: "feeds", name: feed },
  ];
  const notificationSettings = { emailNotification: true, frequency: "realtime" };
  const body = { keyword: "tidewater", places, notificationSettings };
  expect((await person.request(keywords, "POST", "/keywords", { body })).status).toBe(201);
  await pollOnce();
  const by = hostile("mallory");
  world.post({ subreddit: "webdev", title: hostile("tidewater"), author: by, flair: hostile("Help") });
  hackerNews.world.write({ title: hostile("tidewater"), by });
  lobsters.world.write({ title: hostile("tidewater"), by });
  discourse.world.write("harbour", { title: hostile("tidewater"), text: "tidewater", by });
  feeds.world.write("tidings", { title: hostile("tidewater"), text: "tidewater" });
  expect(await pollOnce()).toMatchObject({ notifications: read.length });

  const items = await prisma().item.findMany({ select: { site: true, title: true, author: true } });
  expect(items.map(({ site }) => site).sort()).toEqual([...read].sort());
  for (const { site, title, author } of items)
    expect([site, title, site === "feeds" ? null : author]).toEqual([
      site,
      cleaned("tidewater"),
      site === "feeds" ? null : cleaned("mallory"),
    ]);
  await startSession(
    { ...person.user, subscriptionStatus: null, pendingBulkUpdates: [] } as never,
    "Fire\u0085fox\u009f",
    new Date(),
  );
  expect(await wholeDatabase()).toContain(cleaned("Harbour"));
  expect(await wholeDatabase()).not.toMatch(invisible);
  expect(await wholeDatabase()).not.toMatch(/[\u007f-\u009f]/);

  const requested = [
    person.request(keywords, "GET", "/keywords"),
    person.request(coverage, "GET", "/coverage"),
    person.request(list, "GET", "/notifications"),
    person.request(grouped, "GET", "/notifications/grouped"),
    person.request(choices, "GET", "/notifications/choices?of=place"),
    person.request(sessions, "GET", "/users/sessions"),
  ];
  for (const response of await Promise.all(requested)) {
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.body)).not.toMatch(invisible);
  }
  const clock = () => new Date();
  await enqueueDueDeliveries(clock(), () => true);
  await deliverDue(clock, () => new Date(Date.now() + 20_000), null);
  const [mail] = provider.mails.filter(({ to }) => to === person.user.email);
  const shown = `${mail?.subject}\n${mail?.text}\n${mail?.html}`;
  expect(shown).toContain(cleaned("Harbour"));
  expect(shown).toContain(`${cleaned("Hacker News")} (127.0.0.1:${sandbox.placesPort})`);
  expect(shown).not.toMatch(invisible);
});
