import webPush, { type RequestOptions } from "web-push";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { loadCertificate, makeCertificate } from "../../sandbox/push/certificate";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";

let started: StartedSandbox;
const keys = webPush.generateVAPIDKeys();
const vapidDetails = { subject: "mailto:support@earshot.example", ...keys };

beforeAll(async () => {
  started = await startSandbox({
    stream: false,
    historyHours: 0,
    certificate: loadCertificate(".data/test"),
  });
});
afterAll(() => started.close());
beforeEach(() => started.sandbox.reset());

async function control<T>(method: string, path: string, body?: object): Promise<T> {
  const init = { method, body: JSON.stringify(body) };
  return (await (await fetch(`${started.url}/control${path}`, init)).json()) as T;
}
const subscribe = (applicationServerKey: string | null = keys.publicKey) =>
  control<webPush.PushSubscription>("POST", "/push/subscribe", { applicationServerKey });

function send(to: webPush.PushSubscription, text = "Heard", options: RequestOptions = {}): Promise<number> {
  return webPush.sendNotification(to, text, { vapidDetails, TTL: 60, ...options }).then(
    ({ statusCode }) => statusCode,
    (error: { statusCode: number }) => error.statusCode,
  );
}

it("decrypts messages of the official sender library and shows them", async () => {
  const browser = await subscribe();
  const text = JSON.stringify({ title: "2 new <matches>", body: "r/webdev: été 🎧" });
  expect(await send(browser, text, { topic: "abc", urgency: "high" })).toBe(201);
  const result = await control<{ pushes: object[]; requests: number }>("GET", "/push");
  expect(result.pushes).toMatchObject([
    {
      endpoint: browser.endpoint,
      text,
      ttlSeconds: 60,
      topic: "abc",
      urgency: "high",
      sender: keys.publicKey,
    },
  ]);
  const page = await (await fetch(`${started.url}/push`)).text();
  expect(page).toContain("2 new &lt;matches&gt;");
  expect(page).toContain("r/webdev: été 🎧");
});

it("rejects invalid requests", async () => {
  const [browser, other] = [await subscribe(), await subscribe()];
  const anonymous = { ...vapidDetails, ...webPush.generateVAPIDKeys() };
  expect(await send(browser, "x", { vapidDetails: anonymous })).toBe(403);
  expect(await send({ ...browser, keys: other.keys })).toBe(400);
  expect(await send({ ...browser, endpoint: `${browser.endpoint}x` })).toBe(404);
  expect(await send(browser, "x".repeat(4096))).toBe(413);
  expect(await send(browser, "x", { contentEncoding: "aesgcm" })).toBe(415);
  const unproven = await fetch(browser.endpoint, {
    method: "POST",
    headers: { ttl: "60", "content-encoding": "aes128gcm" },
    body: "x",
  });
  expect(unproven.status).toBe(401);
  await control("POST", "/push/end", { endpoint: browser.endpoint });
  expect(await send(browser)).toBe(410);
  expect(started.push.pushes).toEqual([]);
});

it("fails on demand", async () => {
  const browser = await subscribe(null);
  started.failures.set({ service: "push", mode: "too-many", retryAfter: 7, count: 1 });
  expect(await send(browser)).toBe(429);
  expect(await send(browser)).toBe(201);
});

it("uses a certificate unique to this sandbox", async () => {
  const foreign = await startSandbox({
    stream: false,
    historyHours: 0,
    certificate: makeCertificate(new Date()),
  });
  const failure = await fetch(`${foreign.push.origin}/push/v1/x`).catch((error: Error) => error.cause);
  await foreign.close();
  expect(failure).toMatchObject({ code: expect.stringMatching(/CERT|SIGNED/) });
  expect((await fetch(`${started.push.origin}/push/v1/x`)).status).toBe(405);
});
