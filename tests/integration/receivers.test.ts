import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import * as replay from "@/app/api/deliveries/[id]/replay/route";
import * as deliveries from "@/app/api/destinations/[id]/deliveries/route";
import * as one from "@/app/api/destinations/[id]/route";
import * as secrets from "@/app/api/destinations/[id]/secret/route";
import * as tests from "@/app/api/destinations/[id]/test/route";
import * as all from "@/app/api/destinations/route";
import { deliveryLog, destinationMade, destinationsResponse } from "@/contract/destination";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { prisma } from "@/server/platform/database";
import { decrypt } from "@/server/platform/encryption";
import { call } from "../support/request";
import { createDestination } from "../support/given-destinations";

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandbox({ stream: false, historyHours: 0 });
  const host = `127.0.0.1:${started.port}`;
  Object.assign(process.env, { LOCAL_ADDRESSES: "127.0.0.1/32", VENDOR_HOSTS: `slack=${host}` });
});
afterAll(() => started.close());

async function person(plan: "pro" | "free" = "pro") {
  const user = await createUser({ plan, emailNotifications: false });
  const { bearer } = await createSession(user);
  const request = (handler: Parameters<typeof call>[0], method: string, path: string, body?: object) =>
    call<Record<string, unknown>>(handler, method, `/api${path}`, {
      bearer,
      body,
      params: { id: path.split("/")[2] ?? "" },
    });
  const add = (channel: string, address: string, more: object = {}) =>
    request(all.POST, "POST", "/destinations", { channel, address, ...more });
  return { user, request, add };
}
const receiver = (kind: string) => `${started.url}${started.receivers.make(kind)}`;
const arrivedAt = (address: string) =>
  started.receivers.arrived.filter(({ path }) => path === new URL(address).pathname);
const deliver = (inMs = 0) => {
  const now = new Date(Date.now() + inMs);
  return deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
};

it("stores a destination after a successful test, shows its secret once and hides its address", async () => {
  const { user, request, add } = await person();
  const address = receiver("webhook");
  const made = await add("webhook", address, { label: " Support desk " });
  expect(made.status).toBe(201);
  const { destination, secret } = destinationMade.parse(made.body);
  expect(destination).toMatchObject({
    label: "Support desk",
    isActive: true,
    isDefault: true,
    status: { state: "ok" },
  });
  const [test] = arrivedAt(address);
  expect(new Webhook(secret!).verify(test!.body, test!.headers)).toMatchObject({ type: "test" });
  const listed = await request(all.GET, "GET", "/destinations");
  const { destinations } = destinationsResponse.parse(listed.body);
  expect(destinations.map(({ channel }) => channel)).toEqual(["email", "webhook"]);
  expect(JSON.stringify(listed.body)).not.toContain(new URL(address).pathname);
  expect(JSON.stringify(listed.body)).not.toContain(secret);
  const row = await prisma().destination.findUniqueOrThrow({ where: { id: destination._id } });
  expect(JSON.stringify(row)).not.toContain(secret!.slice(6));
  expect(decrypt(row.encryptedAddress!, row.id)).toBe(address);
  // Adding it again returns the same destination with its name, and can make it a default.
  const again = async (isDefault?: boolean) =>
    destinationMade.parse((await add("webhook", address, { isDefault })).body).destination;
  expect(await again(false)).toMatchObject({ _id: row.id, label: "Support desk", isDefault: true });
  await prisma().destination.update({ where: { id: row.id }, data: { isDefault: false } });
  expect((await again()).isDefault).toBe(false);
  expect((await again(true)).isDefault).toBe(true);
  // For another user it's a separate one.
  const other = await person();
  expect(destinationMade.parse((await other.add("webhook", address)).body).destination._id).not.toBe(row.id);
  expect(await prisma().destination.count({ where: { userId: user.id } })).toBe(2);
});

it("does not store a destination that fails the test, and returns its error", async () => {
  const { user, add } = await person();
  const address = receiver("slack");
  started.receivers.end(new URL(address).pathname);
  const refused = await add("slack", address);
  expect(refused).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  expect(JSON.stringify(refused.body.errors)).toContain("404 Not Found: no_service");
  expect(await prisma().destination.count({ where: { userId: user.id } })).toBe(1);
});

it("rejects wrong hosts, unknown channels, missing Pro and more than the limit", async () => {
  const { user, add } = await person();
  expect(await add("discord", receiver("discord"))).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR" },
  });
  expect(await add("email", "maya@tidewater.example")).toMatchObject({ status: 400 });
  expect(await add("webhook", "https://169.254.169.254/latest")).toMatchObject({ status: 400 });
  expect(await add("webhook", "https://localhost.internal/x")).toMatchObject({ status: 400 });
  const free = await person("free");
  expect(await free.add("webhook", receiver("webhook"))).toMatchObject({
    status: 403,
    body: { code: "PRO_REQUIRED" },
  });
  for (let n = 0; n < 20; n++)
    await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.example/t${n}` });
  expect(await add("webhook", receiver("webhook"))).toMatchObject({
    status: 409,
    body: { code: "LIMIT_REACHED" },
  });
});

it("delivers a match, logs the response of each attempt and replays it", async () => {
  const { user, request, add } = await person();
  const address = receiver("webhook");
  const { destination } = destinationMade.parse((await add("webhook", address)).body);
  const path = `/destinations/${destination._id}`;
  const now = new Date();
  const watch = await createWatch(user, { keyword: "tidewater" });
  await createNotification(watch, {
    createdAt: now,
    outbox: [{ channel: "webhook", dueAt: now, frequency: null }],
  });
  await enqueueDueDeliveries(new Date(now.getTime() + 1));
  const below = new URL(address).pathname.replace("/receivers", "");
  started.failures.set({ service: "receivers", mode: "json", status: 502, path: below, count: 1 });
  await deliver();
  const logOf = async () =>
    deliveryLog.parse((await request(deliveries.GET, "GET", `${path}/deliveries`)).body).deliveries;
  expect(await logOf()).toMatchObject([{ status: "pending", count: 1, attempts: [{}] }]);
  const [waiting] = await logOf();
  expect(waiting!.attempts[0]!.answer).toContain("502 Bad Gateway");
  const status = async () =>
    destinationsResponse.parse((await request(all.GET, "GET", "/destinations")).body).destinations[1]!.status;
  expect(await status()).toMatchObject({
    state: "failing",
    said: expect.stringContaining("502") as string,
  });
  const again = () => request(replay.POST, "POST", `/deliveries/${waiting!._id}/replay`);
  expect((await again()).status).toBe(200);
  await deliver();
  expect(await logOf()).toMatchObject([{ status: "sent", attempts: [{}, { answer: "204 No Content" }] }]);
  expect(await status()).toMatchObject({ state: "ok", said: null });
  expect((await again()).status).toBe(200);
  await deliver();
  const ids = arrivedAt(address).map(({ id }) => id);
  expect(ids.slice(1)).toEqual([waiting!._id, waiting!._id]);
});

it("does not replay a delivery to a destination that is off", async () => {
  const { user, request, add } = await person();
  const address = receiver("webhook");
  const { destination } = destinationMade.parse((await add("webhook", address)).body);
  const path = `/destinations/${destination._id}`;
  const now = new Date();
  await createNotification(await createWatch(user, { keyword: "tidewater" }), {
    createdAt: now,
    outbox: [{ channel: "webhook", dueAt: now, frequency: null }],
  });
  await enqueueDueDeliveries(new Date(now.getTime() + 1));
  await deliver();
  const logOf = async () =>
    deliveryLog.parse((await request(deliveries.GET, "GET", `${path}/deliveries`)).body).deliveries;
  const before = await logOf();
  expect(before).toMatchObject([{ status: "sent" }]);
  expect((await request(one.PUT, "PUT", path, { isActive: false })).status).toBe(200);
  const again = () => request(replay.POST, "POST", `/deliveries/${before[0]!._id}/replay`);
  expect(await again()).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR", message: "This destination is off. Turn it on and try again." },
  });
  await deliver();
  expect(await logOf()).toEqual(before);
  expect(await prisma().delivery.count({ where: { userId: user.id } })).toBe(1);
  expect((await request(one.PUT, "PUT", path, { isActive: true })).status).toBe(200);
  expect((await again()).status).toBe(200);
  expect((await request(one.DELETE, "DELETE", path)).status).toBe(204);
  expect((await again()).status).toBe(404);
});

it("tests, renames, turns off and on, and rotates the secret", async () => {
  const { request, add } = await person();
  const address = receiver("webhook");
  const { destination, secret: first } = destinationMade.parse((await add("webhook", address)).body);
  const path = `/destinations/${destination._id}`;
  const change = (body: object) => request(one.PUT, "PUT", path, body);
  expect((await change({ isActive: false, label: "Desk" })).body.destination).toMatchObject({
    label: "Desk",
    isActive: false,
    status: { state: "off", reason: "owner" },
  });
  expect((await request(tests.POST, "POST", `${path}/test`)).status).toBe(400);
  expect((await change({ isActive: true })).body.destination).toMatchObject({
    isActive: true,
    label: "Desk",
  });
  const renewed = await request(secrets.POST, "POST", `${path}/secret`);
  expect(renewed.status).toBe(200);
  expect((await request(tests.POST, "POST", `${path}/test`)).status).toBe(200);
  // Its previous test was just before.
  await deliver(3_000);
  const { body, headers } = arrivedAt(address).at(-1)!;
  for (const secret of [first!, String(renewed.body.secret)])
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: "test" });
  expect((await request(one.DELETE, "DELETE", path)).status).toBe(204);
  expect((await request(one.DELETE, "DELETE", path)).status).toBe(404);
});

// Last, because requests to the host then pause for a minute.
it("explains that a host is paused instead of sending a test", async () => {
  const { user, add } = await person();
  const address = receiver("webhook");
  const path = new URL(address).pathname.replace("/receivers", "");
  started.failures.set({ service: "receivers", mode: "json", status: 502, path, count: 5 });
  for (let attempt = 1; attempt <= 5; attempt++)
    expect(JSON.stringify((await add("webhook", address)).body.errors)).toContain("502 Bad Gateway");
  expect(await add("webhook", address)).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  const { errors } = (await add("webhook", address)).body;
  expect(JSON.stringify(errors)).toContain(
    "requests to this host are failing or slow. Try again in a minute.",
  );
  expect(arrivedAt(address)).toHaveLength(0);
  expect(await prisma().destination.count({ where: { userId: user.id } })).toBe(1);
});
