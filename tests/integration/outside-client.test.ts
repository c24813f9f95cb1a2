import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { threads } from "@/server/threads/threads";
import { startApi } from "../support/api-server";
import { OutsideClient } from "../support/outside-client";
import { testSettings } from "../support/settings";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";

let sandbox: StartedSandbox;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  api = await startApi();
  // A run waits ten seconds for rendered text. On a busy machine, starting the thread can take that long.
  await threads().ready();
  Object.assign(process.env, {
    APP_URL: api.url,
    REDDIT_AUTH_URL: `${sandbox.url}/reddit`,
    REDDIT_API_URL: `${sandbox.url}/reddit`,
    RESEND_BASE_URL: `${sandbox.url}/resend`,
    UPSTASH_REDIS_REST_URL: `${sandbox.url}/upstash`,
  });
});
afterAll(async () => {
  await api?.close();
  await sandbox?.close();
  await threads().end();
});

interface Mail {
  subject: string;
  text: string;
}
async function mailsTo(address: string): Promise<Mail[]> {
  const response = await fetch(`${sandbox.url}/mailbox.json?to=${encodeURIComponent(address)}`);
  return (await response.json()) as Mail[];
}

interface SignedIn {
  token: string;
  refreshToken: string;
}
interface Notification {
  _id: string;
  status: string;
  matchedKeyword: string;
  redditPost: { title: string; subreddit: string };
}

const person = { email: "outside@example.com", password: "Outside-2026", firstName: "Mina", lastName: "Ek" };

test("a client built from the document signs up, verifies, watches and reads matches", async () => {
  const client = await OutsideClient.read(`${api.url}/api/openapi.json`);

  const registered = await client.call<{ requiresVerification: boolean }>("register", 201, person);
  expect(registered.requiresVerification).toBe(true);
  expect(await client.call("login", 403, person)).toMatchObject({ code: "EMAIL_NOT_VERIFIED" });

  // The email is sent after the response.
  const letter = await vi.waitFor(
    async () => {
      const [first] = await mailsTo(person.email);
      expect(first).toBeDefined();
      return first;
    },
    { timeout: 60_000 },
  );
  const token = /[?&]token=([\w-]+)/.exec(letter?.text ?? "")?.[1];
  await client.call("verifyEmail", 200, { token });
  const signedIn = await client.call<SignedIn>("login", 200, person);
  client.proofs.bearer = signedIn.token;

  expect(await client.call("validateSubreddit", 200, { name: "webdev" })).toEqual({ exists: true });
  expect(await client.call("validateSubreddit", 200, { name: "nosuchplace_7" })).toEqual({ exists: false });
  const draft = { keyword: "tidewater", subreddits: ["webdev"] };
  const { watch } = await client.call<{ watch: { _id: string } }>("createWatch", 201, draft);
  expect(await client.call("createWatch", 409, draft)).toMatchObject({ code: "KEYWORD_EXISTS" });

  await client.call("poll", 401);
  client.proofs.cronSecret = testSettings.CRON_SECRET;
  await client.call("poll", 200);
  sandbox.world.post({ subreddit: "webdev", title: "Is Tidewater down for you too?" });
  const tally = await client.call<{ notifications: number }>("poll", 200);
  expect(tally.notifications).toBe(1);

  const matched = await client.call<Notification[]>("listNotifications", 200, { status: "unread", limit: 5 });
  expect(matched).toMatchObject([
    {
      status: "unread",
      matchedKeyword: "tidewater",
      watchId: watch._id,
      redditPost: { title: "Is Tidewater down for you too?", subreddit: "webdev" },
    },
  ]);
  expect((await mailsTo(person.email)).length).toBe(2);
  await client.call("markRead", 200, { id: matched[0]!._id });
  expect(await client.call("countUnread", 200)).toEqual({ count: 0 });
  expect(await client.call("getWatchStats", 200, { id: watch._id })).toMatchObject({ stats: { total: 1 } });

  const renewed = await client.call<SignedIn>("refresh", 200, { refreshToken: signedIn.refreshToken });
  client.proofs.bearer = renewed.token;
  await client.call("logout", 204, { refreshToken: renewed.refreshToken });
  expect(await client.call("getProfile", 401)).toMatchObject({ code: "UNAUTHORIZED" });
});
