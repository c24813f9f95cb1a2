import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSession, createUser } from "../../../prisma/factories";
import * as tests from "@/app/api/destinations/[id]/test/route";
import * as one from "@/app/api/destinations/[id]/route";
import * as all from "@/app/api/destinations/route";
import * as keys from "@/app/api/keys/route";
import { prisma } from "@/server/platform/database";
import { call } from "../../support/call";
import { createDestination } from "../../support/given-destinations";

Object.assign(process.env, { UPSTASH_REDIS_REST_URL: "", UPSTASH_REDIS_REST_TOKEN: "" });
// As they are where nobody sets anything.
delete process.env.RATE_LIMIT_DESTINATION;
delete process.env.RATE_LIMIT_DESTINATION_HOST;

const hour = 3_600_000;
// Each test has hours of its own, so that no window ends while it counts.
let now = Math.ceil(Date.now() / hour) * hour + hour / 2;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: (now += 4 * hour) });
  await prisma().rateLimit.deleteMany();
});
afterEach(() => vi.useRealTimers());

/** Nothing is sent: what is counted waits. */
const addresses = {
  webhook: "https://desk.tidewater.example/in",
  slack: "https://hooks.slack.com/services/T00/B00/x",
};

async function person() {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const { bearer } = await createSession(user);
  const ask = (handler: Parameters<typeof call>[0], method: string, id: string, body?: object) =>
    call<Record<string, unknown>>(handler, method, `/api/destinations/${id}`, {
      bearer,
      body,
      params: { id },
    });
  const give = (channel: keyof typeof addresses) =>
    createDestination(user.id, { channel, address: addresses[channel] });
  return { user, ask, give, add: (body: object) => ask(all.POST, "POST", "", body) };
}
const inTurn = async (times: number, ask: () => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) {
    statuses.push((await ask()).status);
    // What is sent has its moment for a name.
    vi.setSystemTime(Date.now() + 1_000);
  }
  return statuses;
};
const times = (count: number, status: number) => Array.from({ length: count }, () => status);

test("an account changes and tests its destinations ten times an hour; removing is always possible", async () => {
  const { ask, give } = await person();
  const id = await give("slack");
  const rename = () => ask(one.PUT, "PUT", id, { label: "Desk" });
  const testIt = () => ask(tests.POST, "POST", id);
  expect([...(await inTurn(5, rename)), ...(await inTurn(5, testIt))]).toEqual(times(10, 200));
  for (const refused of [await rename(), await testIt()])
    expect(refused).toMatchObject({ status: 429, body: { code: "NOTIFICATION_RATE_LIMIT_EXCEEDED" } });
  expect(await prisma().delivery.count({ where: { destinationId: id } })).toBe(5);
  const other = await person();
  const theirs = await other.give("slack");
  expect((await other.ask(tests.POST, "POST", theirs)).status).toBe(200);
  vi.setSystemTime(now + 0.75 * hour);
  expect((await rename()).status).toBe(200);
  expect((await ask(one.DELETE, "DELETE", id)).status).toBe(204);
});

test("making keys has ten calls an hour of its own, and takes none of the destinations'", async () => {
  const { ask, give } = await person();
  const id = await give("slack");
  const make = () => ask(keys.POST, "POST", "", {});
  expect(await inTurn(10, make)).toEqual(times(10, 400));
  expect(await make()).toMatchObject({ status: 429, body: { code: "DDOS_RATE_LIMIT_EXCEEDED" } });
  expect(await inTurn(10, () => ask(one.PUT, "PUT", id, { label: "Desk" }))).toEqual(times(10, 200));
});

test("a host is tested thirty times an hour over all accounts; a vendor's is everybody's", async () => {
  const send = async (channel: keyof typeof addresses) => {
    const { ask, give } = await person();
    const id = await give(channel);
    return () => ask(tests.POST, "POST", id);
  };
  for (let account = 0; account < 3; account++)
    expect(await inTurn(10, await send("webhook"))).toEqual(times(10, 200));
  const refused = { status: 429, body: { code: "NOTIFICATION_RATE_LIMIT_EXCEEDED" } };
  expect(await (await send("webhook"))()).toMatchObject(refused);
  const { add, user } = await person();
  const address = "https://desk.tidewater.example/another";
  expect(await add({ channel: "webhook", address, label: "Desk" })).toMatchObject(refused);
  expect(await prisma().destination.count({ where: { userId: user.id, channel: "webhook" } })).toBe(0);
  expect(await (await send("slack"))()).toMatchObject({ status: 200 });
});
