import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createNotification, createSession, createWatch } from "../../prisma/factories";
import * as env from "@/env";
import * as live from "@/app/api/notifications/live/route";
import * as recent from "@/app/api/notifications/recent/popup/route";
import type { LiveNews, PopupResponse } from "@/contract/notification";
import { accessToken } from "@/server/accounts/session-tokens";
import { pool, prisma } from "@/server/platform/database";
import { stopping } from "@/server/platform/run";
import { wakeListeners } from "@/server/platform/wake";
import { makeKey } from "../support/api-keys";
import { signedIn } from "../support/signed-in";
import { testSettings } from "../support/settings";

let open: { request: Request; leaving: AbortController }[];
beforeEach(() => (open = []));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  open.forEach(({ leaving }) => leaving.abort());
});

/** Opens a live connection and collects its events. */
async function listen(bearer: string, lastId?: string) {
  const leaving = new AbortController();
  const headers = new Headers({ authorization: bearer });
  if (lastId !== undefined) headers.set("last-event-id", lastId);
  const request = new Request(`${testSettings.APP_URL}/api/notifications/live`, {
    headers,
    signal: leaving.signal,
  });
  // Keep a reference, as a server would: a garbage-collected request doesn't receive the abort.
  open.push({ request, leaving });
  const response = await live.GET(request);
  const events: { id: string; event: string; data: LiveNews }[] = [];
  const read = async () => {
    let stored = "";
    for await (const bytes of response.body!) {
      const blocks = (stored + Buffer.from(bytes).toString()).split("\n\n");
      stored = blocks.pop()!;
      for (const block of blocks) {
        const [id, event, data] = block.split("\n").map((line) => line.slice(line.indexOf(" ") + 1));
        events.push({ id: id!, event: event!, data: JSON.parse(data!) as LiveNews });
      }
    }
  };
  const ended = response.status === 200 ? read() : Promise.resolve();
  const updates = () => events.filter(({ event }) => event === "news").map(({ data }) => data);
  const titles = () =>
    updates().flatMap((one) => one.notifications.map(({ redditPost }) => redditPost.title));
  return { response, events, news: updates, titles, ended, leave: () => leaving.abort() };
}

async function arrange() {
  const person = await signedIn();
  const watch = await createWatch(person.user, { keyword: "quillon" });
  return { person, watch };
}

type Watch = Awaited<ReturnType<typeof createWatch>>;
/** Like a real recording: inserts the row, then notifies listeners. */
async function record(watch: Watch, title: string, createdAt = new Date()) {
  const made = await createNotification(watch, { createdAt, item: { title } });
  await wakeListeners(pool());
  return made;
}

describe("live connection", () => {
  test("sends each new match once, with the unread count", async () => {
    const { person, watch } = await arrange();
    await createNotification(watch, { createdAt: new Date(Date.now() - 3_600_000) });
    const line = await listen(person.bearer);
    expect(line.response.headers.get("content-type")).toBe("text/event-stream");
    expect(line.response.headers.get("cache-control")).toBe("no-store, no-transform");
    await expect.poll(() => line.events.map(({ event }) => event)).toEqual(["open"]);
    await record(watch, "First");
    await expect.poll(line.titles).toEqual(["First"]);
    await record(watch, "Second");
    await expect.poll(line.titles).toEqual(["First", "Second"]);
    expect(line.news().map(({ counts }) => counts)).toEqual([
      { unread: 2, news: 1 },
      { unread: 3, news: 1 },
    ]);
    expect(new Date(line.events.at(-1)!.id).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("sends only counts during quiet hours, and so does the popup endpoint", async () => {
    const { person, watch } = await arrange();
    // Quiet hours all day except for one minute, twelve hours from now.
    const minute = new Date(Date.now() + 12 * 3_600_000).toISOString().slice(11, 16);
    const next = new Date(Date.now() + 12 * 3_600_000 + 60_000).toISOString().slice(11, 16);
    const { user } = person;
    await prisma().user.update({ where: { id: user.id }, data: { quietFrom: next, quietTo: minute } });
    const line = await listen(person.bearer);
    await record(watch, "First");
    await expect.poll(() => line.news().length).toBe(1);
    expect(line.news()).toEqual([{ notifications: [], counts: { unread: 1, news: 0 } }]);
    const popup = () => person.request<PopupResponse>(recent, "GET", "/notifications/recent/popup");
    expect((await popup()).body).toMatchObject({ total: 1, isSilent: true });
    await prisma().user.update({ where: { id: user.id }, data: { quietFrom: null, quietTo: null } });
    expect((await popup()).body).not.toHaveProperty("isSilent");
  });

  test("does not send other users' matches, and sends only counts for watches without alerts", async () => {
    const [{ person, watch }, other] = await Promise.all([arrange(), arrange()]);
    const silent = await createWatch(person.user, { keyword: "still", browserNotification: false });
    const line = await listen(person.bearer);
    await record(other.watch, "Not yours");
    await record(silent, "No toast");
    await expect.poll(() => line.news()).toEqual([{ notifications: [], counts: { unread: 1, news: 0 } }]);
    await record(watch, "Yours");
    await expect.poll(line.titles).toEqual(["Yours"]);
  });

  test("sends the latest five of many matches and the total", async () => {
    const { person, watch } = await arrange();
    const began = Date.now();
    for (let n = 1; n <= 7; n += 1) await createNotification(watch, { createdAt: new Date(began + n) });
    const line = await listen(person.bearer, new Date(began).toISOString());
    await expect.poll(() => line.news().map(({ counts }) => counts.news)).toEqual([7]);
    expect(line.news()[0]!.notifications).toHaveLength(5);
  });

  test('counts matches covered by a pending "all read" as read', async () => {
    const { person, watch } = await arrange();
    await createNotification(watch, { createdAt: new Date(Date.now() - 60_000) });
    await prisma().pendingBulkUpdate.create({
      data: {
        userId: person.user.id,
        statuses: ["unread"],
        becomes: "read",
        except: [],
        upToAt: new Date(Date.now() - 1_000),
        upToId: "ffffffff-ffff-4fff-bfff-ffffffffffff",
        createdAt: new Date(),
      },
    });
    const line = await listen(person.bearer);
    await record(watch, "After it");
    await expect.poll(() => line.news().map(({ counts }) => counts)).toEqual([{ unread: 1, news: 1 }]);
  });
});

describe("reconnecting", () => {
  test("resumes slightly before the last received event", async () => {
    const { person, watch } = await arrange();
    const matchedAt = new Date(Date.now() - 120_000);
    await record(watch, "Long before", new Date(matchedAt.getTime() - 30_000));
    await record(watch, "Ended late", new Date(matchedAt.getTime() - 5_000));
    await record(watch, "Missed", new Date(matchedAt.getTime() + 5_000));
    const line = await listen(person.bearer, matchedAt.toISOString());
    await expect.poll(line.titles).toEqual(["Missed", "Ended late"]);
  });

  test.each(["", "yesterday", "99999999-99-99", "2026-11-22"])(
    "treats the id '%s' as missing or old without an error",
    async (id) => {
      const { person, watch } = await arrange();
      const line = await listen(person.bearer, id);
      await record(watch, "Now");
      await expect.poll(line.titles).toEqual(["Now"]);
    },
  );

  test("asks for a full refetch after more than an hour", async () => {
    const { person, watch } = await arrange();
    await record(watch, "Meanwhile", new Date(Date.now() - 1_800_000));
    const line = await listen(person.bearer, new Date(Date.now() - 3_700_000).toISOString());
    await expect.poll(() => line.events.map(({ event }) => event)).toEqual(["open", "reset"]);
    await record(watch, "From now on");
    await expect.poll(line.titles).toEqual(["From now on"]);
  });
});

describe("closing", () => {
  test("closes within five seconds when the session ends", async () => {
    const { person, watch } = await arrange();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const line = await listen(person.bearer);
    await prisma().session.updateMany({ where: { userId: person.user.id }, data: { endedAt: new Date() } });
    vi.advanceTimersByTime(5_000);
    await line.ended;
    await record(watch, "Afterwards");
    expect(line.titles()).toEqual([]);
  });

  test("closes within five seconds when its API key is revoked", async () => {
    const { person, watch } = await arrange();
    const key = await makeKey(person.bearer);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const line = await listen(key.bearer);
    await record(watch, "Before");
    await expect.poll(line.titles).toEqual(["Before"]);
    await prisma().apiKey.delete({ where: { id: key.id } });
    vi.advanceTimersByTime(5_000);
    await line.ended;
  });

  test("closes when the token expires", async () => {
    const { person } = await arrange();
    const { session } = await createSession(person.user);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_598_000 });
    const token = await accessToken({ userId: person.user.id, sessionId: session.id });
    vi.useRealTimers();
    const line = await listen(`Bearer ${token}`);
    await line.ended;
    expect((await listen(`Bearer ${token}`)).response.status).toBe(401);
  });

  test("closes on shutdown; new connections get a 503", async () => {
    const { person } = await arrange();
    const line = await listen(person.bearer);
    stopping().requested = true;
    try {
      await line.ended;
      expect((await listen(person.bearer)).response.status).toBe(503);
    } finally {
      stopping().requested = false;
    }
  });
});

describe("refusing connections", () => {
  test("refuses a sixth connection per user until one closes", async () => {
    const { person } = await arrange();
    const lines = [];
    for (let n = 0; n < 5; n += 1) lines.push(await listen(person.bearer));
    expect(lines.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200]);
    expect((await listen(person.bearer)).response.status).toBe(204);
    lines[2]!.leave();
    expect((await listen(person.bearer)).response.status).toBe(200);
  });

  test("refuses connections if LIVE is off", async () => {
    const { person } = await arrange();
    vi.spyOn(env, "isLive").mockReturnValue(false);
    expect((await listen(person.bearer)).response.status).toBe(204);
  });
});

test("still delivers after the database connection was lost", async () => {
  const { person, watch } = await arrange();
  const line = await listen(person.bearer);
  const listening = () =>
    pool().query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
    );
  await expect.poll(async () => (await listening()).rowCount).toBe(1);
  const [{ pid }] = (await listening()).rows as [{ pid: number }];
  await pool().query(`SELECT pg_terminate_backend($1)`, [pid]);
  await createNotification(watch, { item: { title: "In between" } });
  await expect.poll(line.titles).toEqual(["In between"]);
  await expect.poll(async () => (await listening()).rowCount).toBe(1);
  // The database connection closes with the last live connection.
  line.leave();
  await expect.poll(async () => (await listening()).rowCount).toBe(0);
});
