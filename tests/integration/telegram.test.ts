import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import * as one from "@/app/api/destinations/[id]/route";
import * as all from "@/app/api/destinations/route";
import * as hook from "@/app/api/webhooks/telegram/route";
import { webhookSecret } from "@/channels/telegram/bot";
import { destinationMade, destinationsResponse } from "@/contract/destination";
import { env } from "@/env";
import { deliverDue } from "../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { handleUpdate, pollUpdates } from "@/server/operation/telegram-updates";
import { prisma } from "@/server/platform/database";
import { decrypt } from "@/server/platform/encryption";
import { newId } from "@/server/platform/ids";
import { createDestination } from "../support/given-destinations";
import { emptyOutbox } from "../support/pending-email";
import { call } from "../support/request";

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandbox({ stream: false, historyHours: 0 });
  const url = `${started.url}/telegram`;
  const token = "123456:integration-telegram-bot-token";
  Object.assign(process.env, { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_URL: url, TELEGRAM_LINK_URL: url });
});
afterAll(() => started.close());
/** Messages in these tests don't wait for each other, unless pacing is tested. */
const resetTurns = () => void Reflect.deleteProperty(globalThis, "earshotTelegramTurns");
beforeEach(async () => {
  await emptyOutbox();
  started.telegram.reset();
  resetTurns();
});

async function person(plan: "pro" | "free" = "pro") {
  const user = await createUser({ plan, emailNotifications: false });
  const { bearer } = await createSession(user);
  const request = (handler: Parameters<typeof call>[0], method: string, path: string, body?: object) =>
    call<Record<string, unknown>>(handler, method, `/api${path}`, {
      bearer,
      body,
      params: { id: path.split("/")[2] ?? "" },
    });
  const connect = async (body: object = {}) => {
    const made = await request(all.POST, "POST", "/destinations", { channel: "telegram", ...body });
    const { destination, link } = destinationMade.parse(made.body);
    return { id: destination._id, link: link!, code: new URL(link!).searchParams.get("start")! };
  };
  const list = async () => {
    const { body } = await request(all.GET, "GET", "/destinations");
    return destinationsResponse.parse(body).destinations.filter(({ channel }) => channel === "telegram");
  };
  return { user, request, connect, list };
}

/** The sandbox's users and their private chats. */
const [reader, visitor] = [5180042001, 5180042002];

const chatOf = (id: number) => started.telegram.chats.get(id)!;
const botsTexts = (id: number) =>
  chatOf(id)
    .messages.filter(({ isBots }) => isBots)
    .map(({ text }) => text);
/** A user writes to the bot, and the update arrives. */
async function write(id: number, text: string) {
  const update = await started.telegram.write(chatOf(id), text);
  await handleUpdate(update);
  return update;
}

/** Delivers with a running clock from `at`. */
function deliver(at = new Date(), runMs = 60_000) {
  const startedMs = performance.now();
  const until = new Date(at.getTime() + runMs);
  return deliverDue(
    () => new Date(at.getTime() + performance.now() - startedMs),
    () => until,
  );
}

it("returns a pending destination with a link, which becomes active when the user presses Start", async () => {
  const { request, connect, list } = await person();
  const { id, link, code } = await connect();
  expect(link).toMatch(/\/telegram\/earshot_sandbox_bot\?start=[\w-]{32}$/);
  const pending = { isActive: false, address: "", status: { state: "off", reason: "pending" } };
  expect(await list()).toMatchObject([{ _id: id, ...pending }]);
  const on = await request(one.PUT, "PUT", `/destinations/${id}`, { isActive: true });
  expect(on.status).toBe(400);

  await write(reader, `/start ${code}`);
  const active = { isActive: true, label: "@reader", status: { state: "ok", reason: null } };
  expect(await list()).toMatchObject([{ _id: id, ...active }]);
  await deliver();
  expect(botsTexts(reader)).toEqual([expect.stringContaining("This destination works.")]);
  const row = await prisma().destination.findUniqueOrThrow({ where: { id } });
  expect(decrypt(row.encryptedAddress!, id)).toBe(String(reader));
  // The code and the chat's id are not stored as text.
  expect(JSON.stringify(row)).not.toMatch(new RegExp(`${code}|${reader}`));
});

it("gives a second link while the first waits, and either connects its chat", async () => {
  const { connect, list } = await person();
  const [first, second] = [await connect(), await connect()];
  expect(await list()).toHaveLength(2);
  await write(reader, `/start ${second.code}`);
  await write(visitor, `/start ${first.code}`);
  expect(await list()).toMatchObject([{ isActive: true }, { isActive: true }]);
});

it("connects a group by the code, with the bot's name or alone", async () => {
  const { connect, list } = await person();
  await write(-1003, "hello everyone");
  expect(botsTexts(-1003)).toEqual([]);
  const { code } = await connect({ label: "Team" });
  await write(-1003, `/start@earshot_sandbox_bot ${code}`);
  expect(await list()).toMatchObject([{ isActive: true, label: "Team" }]);
  const other = await person();
  await write(-1003, (await other.connect()).code);
  expect(await other.list()).toMatchObject([{ isActive: true, label: "The team" }]);
});

it("rejects a code that was used by another chat, has expired or is unknown", async () => {
  const { connect, list } = await person();
  const { id, code } = await connect();
  const update = await write(reader, `/start ${code}`);
  await write(visitor, `/start ${code}`);
  expect(botsTexts(visitor)).toEqual([expect.stringContaining("already been used")]);
  // Telegram repeats updates.
  await handleUpdate(update);
  expect(botsTexts(reader)).toEqual([]);
  expect(await prisma().delivery.count({ where: { destinationId: id } })).toBe(1);
  const row = await prisma().destination.findUniqueOrThrow({ where: { id } });
  expect(decrypt(row.encryptedAddress!, id)).toBe(String(reader));

  const late = await connect();
  const codeUntil = new Date(Date.now() - 1_000);
  await prisma().destination.update({ where: { id: late.id }, data: { codeUntil } });
  resetTurns();
  await write(visitor, `/start ${late.code}`);
  expect(botsTexts(visitor).at(-1)).toContain("expired");
  expect((await list()).find(({ _id }) => _id === late.id)).toMatchObject({ isActive: false });
  // The next link replaces it.
  const next = await connect();
  expect((await list()).map(({ _id }) => _id)).toEqual([id, next.id]);
});

it("turns on the earlier destination if the user connects the same chat again", async () => {
  const { request, connect, list } = await person();
  const first = await connect({ label: "Phone" });
  await write(reader, `/start ${first.code}`);
  await request(one.PUT, "PUT", `/destinations/${first.id}`, { isActive: false });
  const second = await connect();
  await write(reader, `/start ${second.code}`);
  expect(await list()).toMatchObject([{ _id: first.id, label: "Phone", isActive: true }]);
});

it("requires Pro, counts pending destinations and reports an unreachable bot", async () => {
  const free = await person("free");
  const refused = await free.request(all.POST, "POST", "/destinations", { channel: "telegram" });
  expect(refused).toMatchObject({ status: 403, body: { code: "PRO_REQUIRED" } });
  const { user, request } = await person();
  for (let n = 0; n < 20; n++)
    await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.example/t${n}` });
  const full = await request(all.POST, "POST", "/destinations", { channel: "telegram" });
  expect(full).toMatchObject({ status: 409, body: { code: "LIMIT_REACHED" } });
  delete (globalThis as { earshotBot?: unknown }).earshotBot;
  started.failures.set({ service: "telegram", mode: "json", status: 502, count: 1 });
  const other = await person();
  const away = await other.request(all.POST, "POST", "/destinations", { channel: "telegram" });
  expect(away).toMatchObject({ status: 503, body: { code: "UPSTREAM_UNAVAILABLE" } });
});

it("accepts webhook updates only with the secret", async () => {
  const { connect, list } = await person();
  const { code } = await connect();
  const body = {
    update_id: 1,
    message: { text: `/start ${code}`, chat: { id: reader, type: "private", username: "reader" } },
  };
  const post = (headers: Record<string, string>) =>
    call(hook.POST, "POST", "/api/webhooks/telegram", { body, headers });
  expect(await post({})).toMatchObject({ status: 400, body: { code: "INVALID_SIGNATURE" } });
  expect(await post({ "x-telegram-bot-api-secret-token": "wrong" })).toMatchObject({ status: 400 });
  expect(await list()).toMatchObject([{ isActive: false }]);
  expect(await post({ "x-telegram-bot-api-secret-token": webhookSecret() })).toMatchObject({ status: 200 });
  expect(await list()).toMatchObject([{ isActive: true }]);
});

it("requests updates in one process, and removes a webhook that is in the way", async () => {
  const { connect, list } = await person();
  const { code } = await connect();
  started.telegram.webhook = { url: "http://127.0.0.1:9/", secret: "" };
  const ending = new AbortController();
  const polling = pollUpdates(ending.signal);
  await expect.poll(() => started.telegram.webhook).toBeNull();
  // The lease is taken.
  await pollUpdates(ending.signal);
  const bot = (id: number, text: string) => started.telegram.write(chatOf(id), text);
  await bot(visitor, "/start");
  await bot(reader, `/start ${code}`);
  await expect.poll(async () => (await list())[0]!.isActive).toBe(true);
  expect(botsTexts(visitor)).toEqual([expect.stringContaining("Connect Telegram")]);
  ending.abort();
  await polling;
  // The next process starts after the confirmed updates.
  const next = new AbortController();
  const again = pollUpdates(next.signal);
  next.abort();
  await again;
});

it("registers a webhook with its secret if the app is on https", async () => {
  const { APP_URL } = env();
  Object.assign(env(), { APP_URL: "https://earshot.example" });
  try {
    await (await person()).connect();
    const url = "https://earshot.example/api/webhooks/telegram";
    expect(started.telegram.webhook).toEqual({ url, secret: webhookSecret() });
  } finally {
    Object.assign(env(), { APP_URL });
  }
});

async function matchFor(userId: string, now: Date) {
  const watch = await createWatch({ id: userId }, { keyword: `word ${newId()}` });
  const outbox = [{ channel: "telegram" as const, dueAt: now, frequency: "realtime" as const }];
  await createNotification(watch, { createdAt: now, outbox });
  await enqueueDueDeliveries(now);
}

it("follows a group that becomes a supergroup, and stores its new id", async () => {
  const { user, connect } = await person();
  const { id, code } = await connect();
  await write(-1003, `/start ${code}`);
  const moved = started.telegram.upgrade(chatOf(-1003));
  await deliver();
  expect(botsTexts(moved)).toHaveLength(1);
  const row = await prisma().destination.findUniqueOrThrow({ where: { id } });
  expect(decrypt(row.encryptedAddress!, id)).toBe(String(moved));
  const later = new Date(Date.now() + 600_000);
  await matchFor(user.id, later);
  await deliver(later);
  expect(botsTexts(moved)).toHaveLength(2);
});

it("turns off a destination whose user blocked the bot, and emails its owner", async () => {
  const { user, connect, list } = await person();
  await write(reader, `/start ${(await connect()).code}`);
  chatOf(reader).isBlocked = true;
  await deliver();
  const status = { state: "off", reason: "gone", said: expect.stringContaining("blocked by the user") };
  expect(await list()).toMatchObject([{ isActive: false, status }]);
  expect(await prisma().delivery.count({ where: { userId: user.id, template: "destination-off" } })).toBe(1);
});

it("keeps messages and destinations while Telegram rejects the token, for longer than 23 hours", async () => {
  const { user, connect, list } = await person();
  await write(reader, `/start ${(await connect()).code}`);
  const text = JSON.stringify({ ok: false, error_code: 401, description: "Unauthorized" });
  started.failures.set({ service: "telegram", mode: "text", status: 401, text });
  const start = Date.now();
  const afterHours = (hours: number) => new Date(start + hours * 3_600_000);
  for (const hours of [0, 22, 24, 30]) {
    expect(await deliver(afterHours(hours))).toMatchObject({ failed: 0, retried: 1, pending: 1 });
    expect(await list()).toMatchObject([{ isActive: true }]);
  }
  expect(await prisma().delivery.count({ where: { userId: user.id, template: "destination-off" } })).toBe(0);
  started.failures.clear();
  expect(await deliver(afterHours(31))).toMatchObject({ sent: 1, pending: 0 });
  expect(botsTexts(reader)).toHaveLength(1);
});

// `TELEGRAM_CHATS=50` is the full run: 1,000 messages.
it("sends a burst to many chats within Telegram's limits, each message once", async () => {
  const [chats, each] = process.env.TELEGRAM_CHATS === "50" ? [50, 20] : [6, 3];
  const { user } = await person();
  started.telegram.pace.isOn = true;
  const now = new Date();
  for (let n = 0; n < chats; n++) {
    const chat = started.telegram.add(7001 + n, "private", `reader${n}`);
    chat.isOpen = true;
    const destinationId = await createDestination(user.id, { channel: "telegram", address: String(chat.id) });
    await prisma().delivery.createMany({
      data: Array.from({ length: each }, (_, index) => ({
        ...{ id: newId(), userId: user.id, destinationId, channel: "telegram" as const },
        ...{ dedupeKey: `test ${index}`, template: "test", createdAt: now, nextAttemptAt: now },
      })),
    });
  }
  for (let pending = 1; pending > 0;) ({ pending } = await deliver(new Date()));
  for (let n = 0; n < chats; n++) expect(botsTexts(7001 + n)).toHaveLength(each);
  expect(started.telegram.pace.exceeded).toBe(0);
});
