import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../../prisma/factories";
import * as tests from "@/app/api/destinations/[id]/test/route";
import * as one from "@/app/api/destinations/[id]/route";
import * as all from "@/app/api/destinations/route";
import * as keys from "@/app/api/keys/route";
import { givenOf } from "@/channels/registry";
import { reserveTest } from "@/server/accounts/receiver-tests";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { call } from "../../support/request";
import { createDestination } from "../../support/given-destinations";
import { waitForTheStore } from "../../support/limiter-store";
import "../../support/parallel-connections";

Object.assign(process.env, { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "" });
// The default limits.
delete process.env.RATE_LIMIT_DESTINATION;
delete process.env.RATE_LIMIT_DESTINATION_TEST;

const hour = 3_600_000;
// Each test has its own hours, so no rate limit window ends during a test.
let now = Math.ceil(Date.now() / hour) * hour + hour / 2;
beforeEach(async () => {
  waitForTheStore();
  vi.useFakeTimers({ toFake: ["Date"], now: (now += 4 * hour) });
  await prisma().rateLimit.deleteMany();
  await prisma().budget.deleteMany();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Test messages are queued but never sent. */
const addresses = {
  webhook: "https://desk.tidewater.example/in",
  slack: "https://hooks.slack.com/services/T00/B00/x",
};

async function person() {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const { bearer } = await createSession(user);
  const request = (handler: Parameters<typeof call>[0], method: string, id: string, body?: object) =>
    call<Record<string, unknown>>(handler, method, `/api/destinations/${id}`, {
      bearer,
      body,
      params: { id },
    });
  const give = (channel: keyof typeof addresses) =>
    createDestination(user.id, { channel, address: addresses[channel] });
  return { user, request, give, add: (body: object) => request(all.POST, "POST", "", body) };
}
const inTurn = async (times: number, request: () => Promise<{ status: number }>, apartMs = 1_000) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    statuses.push((await request()).status);
    // Leaves time between requests.
    vi.setSystemTime(Date.now() + apartMs);
  }
  return statuses;
};
const refused = { status: 429, body: { code: "NOTIFICATION_RATE_LIMIT_EXCEEDED" } };
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test("limits destination changes to ten per hour; removing is always possible", async () => {
  const { request, give } = await person();
  const id = await give("slack");
  const rename = () => request(one.PUT, "PUT", id, { label: "Desk" });
  expect(await inTurn(10, rename)).toEqual(times(10, 200));
  expect(await rename()).toMatchObject(refused);
  expect((await request(tests.POST, "POST", id)).status).toBe(200);
  vi.setSystemTime(now + 0.75 * hour);
  expect((await rename()).status).toBe(200);
  expect((await request(one.DELETE, "DELETE", id)).status).toBe(204);
});

test("limits tests to ten per hour, account and host, including vendor hosts", async () => {
  for (const channel of ["webhook", "slack"] as const) {
    const { request, give } = await person();
    const id = await give(channel);
    const testIt = () => request(tests.POST, "POST", id);
    expect(await inTurn(10, testIt, 3_000)).toEqual(times(10, 200));
    expect(await testIt()).toMatchObject(refused);
    expect(await prisma().delivery.count({ where: { destinationId: id } })).toBe(10);
    const elsewhere = await give(channel === "slack" ? "webhook" : "slack");
    expect((await request(tests.POST, "POST", elsewhere)).status).toBe(200);
  }
});

test("counts API keys separately from destinations, with ten per hour", async () => {
  const { request, give } = await person();
  const id = await give("slack");
  const make = () => request(keys.POST, "POST", "", {});
  expect(await inTurn(10, make)).toEqual(times(10, 400));
  expect(await make()).toMatchObject({ status: 429, body: { code: "DDOS_RATE_LIMIT_EXCEEDED" } });
  expect(await inTurn(10, () => request(one.PUT, "PUT", id, { label: "Desk" }))).toEqual(times(10, 200));
});

test("paces tests per host to one every two seconds and rejects waits over 30 seconds", async () => {
  const send = async (channel: keyof typeof addresses) => {
    const { request, give } = await person();
    const id = await give(channel);
    return { id, testIt: () => request(tests.POST, "POST", id) };
  };
  const begin = Date.now();
  const crowd = await Promise.all(Array.from({ length: 16 }, () => send("webhook")));
  const statuses = await Promise.all(crowd.map(async ({ testIt }) => (await testIt()).status));
  expect(statuses).toEqual(times(16, 200));
  const { rows } = await pool().query<{ ms: number }>(
    `SELECT extract(epoch FROM "nextAttemptAt") * 1000 - $1 AS ms FROM "Delivery" WHERE "destinationId" = ANY($2) ORDER BY 1`,
    [begin, crowd.map(({ id }) => id)],
  );
  expect(rows.map(({ ms }) => Math.round(Number(ms) / 1_000))).toEqual(rows.map((_, at) => 2 * at));

  const late = await send("webhook");
  const response = await late.testIt();
  expect(response).toMatchObject(refused);
  expect(Number(response.headers.get("retry-after"))).toBe(2);
  // Rejected tests of another account don't count.
  expect(await inTurn(12, late.testIt, 0)).toEqual(times(12, 429));
  vi.setSystemTime(Date.now() + 40_000);
  expect(await inTurn(10, late.testIt, 3_000)).toEqual(times(10, 200));
  expect(await (await send("slack")).testIt()).toMatchObject({ status: 200 });
});

test("the test of a new address counts too", async () => {
  const { add, user } = await person();
  const address = "https://desk.tidewater.example/another";
  const { id } = await createUser({ plan: "pro" });
  for (let n = 0; n < 16; n++)
    await reserveTest(`${id}${n}`, { given: givenOf("webhook")!, address }, new Date());
  expect(await add({ channel: "webhook", address, label: "Desk" })).toMatchObject(refused);
  expect(await prisma().destination.count({ where: { userId: user.id, channel: "webhook" } })).toBe(0);
});

test("retention deletes the pace of a host without recent tests", async () => {
  const { give, request } = await person();
  await request(tests.POST, "POST", await give("webhook"));
  const paces = () => prisma().budget.count({ where: { clientId: { startsWith: "test " } } });
  await retain(new Date(), () => true);
  expect(await paces()).toBe(1);
  await retain(new Date(Date.now() + 2 * hour), () => true);
  expect(await paces()).toBe(0);
});
