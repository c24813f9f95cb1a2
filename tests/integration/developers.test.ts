import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createDelivery,
  createNotification,
  createSession,
  createUser,
  createWatch,
} from "../../prisma/factories";
import { createSubscription } from "../../prisma/factories";
import { allOperations } from "@/contract/operations/all";
import { exampleFor } from "@/server/http/openapi/example";
import { requestSchema, responseSchema } from "@/server/http/openapi/schemas";
import { listedNouns, getReference } from "@/server/http/openapi/reference";
import { createSavedView } from "@/server/notifications/saved-views";
import { threads } from "@/server/threads/threads";
import { makeKey } from "../support/api-keys";
import { startApi } from "../support/api-server";
import { runCurl } from "../support/curl";
import { checkDocumented, type Handler } from "../support/documented";
import { createDestination } from "../support/given-destinations";
import { given as givenBefore, getReceiver, getToken } from "../support/reference-operations";
import { testSettings } from "../support/settings";
import { loadCertificate } from "../../sandbox/push/certificate";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { makeVapidKeys } from "../../scripts/settings.mjs";

let sandbox: StartedSandbox;
let api: Awaited<ReturnType<typeof startApi>>;

beforeAll(async () => {
  sandbox = await startSandbox({
    stream: false,
    historyHours: 0,
    certificate: loadCertificate(".data/test"),
  });
  api = await startApi();
  await threads().ready();
  Object.assign(process.env, makeVapidKeys(), {
    APP_URL: api.url,
    EMAIL_VERIFICATION: "on",
    LOCAL_ADDRESSES: "127.0.0.1/32",
    PUSH_HOSTS: `127.0.0.1:${sandbox.pushPort}`,
    STRIPE_API_URL: `${sandbox.url}/stripe`,
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

/** Creates a user with an API key and one resource of each type. */
async function caller() {
  const user = await createUser({ plan: "pro" });
  await createSubscription(user);
  const { bearer } = await createSession(user);
  const made = await makeKey(bearer, { scope: "write" });
  const watch = await createWatch(user);
  const { notification } = await createNotification(watch);
  const given = {
    channel: "webhook",
    address: getReceiver(sandbox),
    secret: "whsec_c2VjcmV0",
  } as const;
  const destinationId = await createDestination(user.id, given);
  const delivery = await createDelivery(user, { channel: "webhook", destinationId });
  const draft = { name: "Mine", filters: { status: "unread" } } as const;
  const { view } = await createSavedView(user.id, draft, new Date());
  const ids: Record<string, string> = {
    keywords: watch.id,
    notifications: notification.id,
    destinations: destinationId,
    deliveries: delivery.id,
    views: view._id,
    keys: made.id,
  };
  return { user, bearer, key: getToken(made.bearer), ids };
}

/** Returns the top-level fields of a response. The sample of the OpenAPI document is only an excerpt. */
const getFields = (value: unknown) => (Array.isArray(value) ? [] : Object.keys(value as object).toSorted());
const open = Object.entries(allOperations).filter(([, { kind }]) => kind === "open" || kind === "user");

test("lists each public endpoint once, with a valid example request", () => {
  const listed = listedNouns().flatMap(({ calls }) => calls.map(({ id }) => id));
  expect(listed.toSorted()).toEqual(open.map(([id]) => id).toSorted());
  for (const [id, { query, body }] of open) {
    for (const schema of [query, body].filter((one) => one !== undefined)) {
      const example = exampleFor(requestSchema(schema));
      // Placeholders are filled in when the example runs, below.
      if (!JSON.stringify(example).includes('"$'))
        expect([id, schema.safeParse(example).error]).toEqual([id, undefined]);
      expect([id, typeof example]).toEqual([id, "object"]);
    }
  }
  expect(getReference("constructor")).toBeNull();
});

// Runs before the examples, which use up most of Reddit's budget for a minute.
test("the curl guide works from key to matches", async () => {
  const { bearer } = await createSession(await createUser());
  const own = await makeKey(bearer, { scope: "write" });
  const variables: Record<string, string> = {
    EARSHOT_KEY: own.bearer.replace("Bearer ", ""),
    EARSHOT_URL: api.url,
  };
  const poll = () =>
    fetch(`${api.url}/api/cron/poll`, {
      headers: { Authorization: `Bearer ${testSettings.CRON_SECRET}` },
    });
  const commands = [...readFileSync("docs/curl.md", "utf8").matchAll(/```sh\n(curl[\s\S]*?)\n```/g)];
  const [create, list, read, toggle, remove, ...more] = commands.map(([, command = ""]) => command);
  expect(more).toEqual([]);

  const made = await runCurl(create!, variables);
  expect(made.status).toBe(201);
  const { watch } = (await made.json()) as { watch: { _id: string } };
  variables.ID = watch._id;
  await poll();
  sandbox.world.post({ subreddit: "webdev", title: "Is Tidewater down for you too?" });
  sandbox.world.post({ subreddit: "webdev", title: "Is it just me?" });
  await poll();

  const matched = await runCurl(list!, variables);
  expect([matched.headers.get("x-total-count"), await matched.json()]).toMatchObject([
    "1",
    [{ matchedKeyword: "tidewater", redditPost: { title: "Is Tidewater down for you too?" } }],
  ]);
  expect(await (await runCurl(read!, variables)).json()).toMatchObject({ updated: 1 });
  expect(await (await runCurl(list!, variables)).json()).toEqual([]);
  expect(await (await runCurl(toggle!, variables)).json()).toMatchObject({ watch: { isActive: false } });
  expect((await runCurl(remove!, variables)).status).toBe(204);
});

test.each(open.map(([id]) => id))("%s responds to its example as documented", async (id) => {
  const calls = listedNouns().flatMap((noun) => getReference(noun.id)!.calls);
  const { curl, response: reply, path } = calls.find((one) => one.id === id)!;
  const { user, bearer, key, ids } = await caller();
  const variables = {
    ...{ EARSHOT_KEY: key, EARSHOT_TOKEN: getToken(bearer), ID: ids[path.split("/")[2]!] ?? "" },
    ...(await givenBefore[id]?.({ user, bearer, sandbox })),
  };
  const response = await runCurl(curl, variables);
  const text = await getText(response);
  expect([response.status, response.ok || response.status === 303 ? "" : text]).toEqual([
    Number(reply.status),
    "",
  ]);
  const { response: schema } = allOperations[id]!;
  const sample = schema && exampleFor(responseSchema(schema));
  if (response.headers.get("content-type")?.startsWith("application/json") && id !== "getDocument")
    expect(getFields(sample)).toEqual(getFields(JSON.parse(text)));
  const served = { kind: allOperations[id]!.kind, policy: allOperations[id]!, response: () => response };
  const handler = Object.assign(async () => response, { serves: served }) as unknown as Handler;
  checkDocumented(handler, { status: response.status, headers: plain(response.headers) }, text);
});

/** Returns the body, or only the first chunk of an event stream. */
async function getText(response: Response): Promise<string> {
  if (response.headers.get("content-type") !== "text/event-stream") return response.text();
  const reader = response.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}

/** Returns the headers without those added by the HTTP server. */
function plain(headers: Headers): Headers {
  const own = new Headers(headers);
  for (const name of ["connection", "date", "transfer-encoding", "keep-alive", "content-length"])
    own.delete(name);
  return own;
}
