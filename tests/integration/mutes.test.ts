import { beforeEach, describe, expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import { GET, POST } from "@/app/api/mute/[token]/route";
import * as watches from "@/app/api/keywords/[id]/route";
import * as preferences from "@/app/api/users/notifications/route";
import type { UserView } from "@/contract/user";
import type { WatchView } from "@/contract/watch";
import { tomorrow } from "@/domain/delivery/mute";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { accountToken } from "@/server/platform/tokens";
import { documented } from "../support/documented";
import { emptyOutbox } from "../support/pending-email";
import { signedIn } from "../support/signed-in";

beforeEach(emptyOutbox);

const hourMs = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hourMs);

async function arrange() {
  const person = await signedIn();
  const watch = await createWatch(person.user, { keyword: "quillon <b>" });
  const other = await createWatch(person.user, { keyword: "tidewater" });
  const addPending = (one: typeof watch, dueAt = at(-0.01), frequency: "realtime" | "daily" = "realtime") =>
    createNotification(one, { createdAt: at(-0.01), outbox: [{ channel: "email", dueAt, frequency }] });
  const change = async (body: object) => {
    const { id } = watch;
    const response = await person.request<{ watch: WatchView }>(watches, "PUT", `/keywords/${id}`, {
      params: { id },
      body,
    });
    return response.body.watch.mutedUntil;
  };
  return { person, watch, other, addPending, change };
}

const entries = async () =>
  (await pool().query<{ n: number }>(`SELECT count(*)::int AS n FROM "DeliveryEntry"`)).rows[0]!.n;

describe("muted watch", () => {
  test("sends everything in one message after the mute ends, and nothing before", async () => {
    const { watch, other, addPending, change } = await arrange();
    await addPending(watch);
    await addPending(watch);
    const until = new Date((await change({ mutedUntil: "hour" }))!);
    expect(Math.abs(until.getTime() - at(1).getTime())).toBeLessThan(hourMs / 2);
    await addPending(other);
    expect(await enqueueDueDeliveries(new Date())).toEqual({ enqueued: 1 });
    expect(await entries()).toBe(1);
    expect(await enqueueDueDeliveries(new Date(until.getTime() - 1))).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(until)).toEqual({ enqueued: 1 });
    expect(await entries()).toBe(3);
  });

  test("defers due digests and sends immediately if unmuted early", async () => {
    const { watch, addPending, change } = await arrange();
    await addPending(watch);
    expect(await change({ mutedUntil: "forever" })).toBe("forever");
    expect(await enqueueDueDeliveries(at(24 * 400))).toEqual({ enqueued: 0 });
    expect(await change({ mutedUntil: null })).toBeNull();
    expect(await enqueueDueDeliveries(new Date())).toEqual({ enqueued: 1 });
  });

  test("accepts a time, rejects invalid values and keeps absent fields", async () => {
    const { person, watch, change } = await arrange();
    const time = at(3).toISOString();
    expect(await change({ mutedUntil: time })).toBe(time);
    expect(await change({ notes: "later" })).toBe(time);
    const { id } = watch;
    const refused = await person.request(watches, "PUT", `/keywords/${id}`, {
      params: { id },
      body: { mutedUntil: "soon" },
    });
    expect(refused.status).toBe(400);
  });
});

test("a muted account gets no messages until it is unmuted", async () => {
  const { person, watch, addPending } = await arrange();
  const put = async (mutedUntil: string | null) => {
    const response = await person.request<{ user: UserView }>(preferences, "PUT", "/users/notifications", {
      body: { mutedUntil },
    });
    return response.body.user.notificationPreferences.mutedUntil;
  };
  expect(await put("forever")).toBe("forever");
  await addPending(watch);
  expect(await enqueueDueDeliveries(new Date())).toEqual({ enqueued: 0 });
  expect(await enqueueDueDeliveries(at(24 * 400))).toEqual({ enqueued: 0 });
  expect(await put(null)).toBeNull();
  expect(await enqueueDueDeliveries(new Date())).toEqual({ enqueued: 1 });
});

describe("mute link in emails", () => {
  const call = (method: "GET" | "POST", token: string) => {
    const request = new Request(`http://localhost:3000/api/mute/${token}`, { method });
    return documented(method === "GET" ? GET : POST)(request, { params: Promise.resolve({ token }) });
  };
  const muted = async (id: string) => (await prisma().watch.findUniqueOrThrow({ where: { id } })).mutedUntil;

  test("shows a page with a button that mutes the keyword until tomorrow", async () => {
    const { person, watch, other, addPending } = await arrange();
    const { notification } = await addPending(watch);
    const token = accountToken("mute", notification.userKeywordId);
    const page = await (await call("GET", token)).text();
    expect(page).toContain('<form method="post"><button');
    expect(page).toContain("“quillon &lt;b&gt;”");
    expect(await muted(watch.id)).toBeNull();
    const before = new Date();
    expect((await call("POST", token)).status).toBe(200);
    const { timeZone, digestHour, digestDays } = await prisma().user.findUniqueOrThrow({
      where: { id: person.user.id },
    });
    const ends = [before, new Date()].map((now) => tomorrow(now, { timeZone, digestHour, digestDays }));
    expect(ends).toContainEqual(await muted(watch.id));
    expect(await muted(other.id)).toBeNull();
    expect(await enqueueDueDeliveries(new Date())).toEqual({ enqueued: 0 });
    const longer = at(24 * 9);
    await prisma().watch.update({ where: { id: watch.id }, data: { mutedUntil: longer } });
    expect((await call("POST", token)).status).toBe(200);
    expect(await muted(watch.id)).toEqual(longer);
  });

  test("shows when the mute ends, even if that is later than tomorrow", async () => {
    const { watch, addPending, change } = await arrange();
    const { notification } = await addPending(watch);
    const token = accountToken("mute", notification.userKeywordId);
    const text = async () => (await call("POST", token)).text();
    expect(await text()).toMatch(/Until tomorrow, <time datetime="[^"]+">08:00<\/time>. You can unmute it/);
    const longer = at(24 * 9).toISOString();
    await change({ mutedUntil: longer });
    expect(await text()).toMatch(
      new RegExp(`Until <time datetime="${longer}">\\d+ \\w+(?: \\d+)?, \\d\\d:\\d\\d<`),
    );
    await change({ mutedUntil: "forever" });
    expect(await text()).toContain("Until you unmute it under <a");
  });

  test("rejects tokens of another kind, of unknown users or for unwatched keywords", async () => {
    const { watch, addPending } = await arrange();
    const { notification } = await addPending(watch);
    const right = accountToken("mute", notification.userKeywordId);
    for (const token of [
      "x",
      accountToken("unsubscribe", notification.userKeywordId),
      accountToken("mute", newId()),
      right.slice(0, 22) + accountToken("mute", newId()).slice(22),
    ])
      for (const method of ["GET", "POST"] as const) expect((await call(method, token)).status).toBe(404);
    expect(await muted(watch.id)).toBeNull();
    await prisma().watch.delete({ where: { id: watch.id } });
    expect((await call("POST", right)).status).toBe(404);
  });
});
