import { describe, expect, test } from "vitest";
import {
  createDelivery,
  createNotification,
  createSession,
  createUser,
  createWatch,
} from "../../prisma/factories";
import * as one from "@/app/api/keywords/[id]/route";
import * as all from "@/app/api/keywords/route";
import type { WatchView } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { call } from "../support/request";
import { createDestination } from "../support/given-destinations";

type Body = { watch: WatchView; errors?: Record<string, string[]> };

async function person() {
  const user = await createUser({ plan: "pro" });
  const { bearer } = await createSession(user);
  const address = "https://hooks.slack.com/services/T0/B0/x";
  const slack = await createDestination(user.id, { channel: "slack", address });
  const naming = (destinations: unknown) => ({ notificationSettings: { destinations } });
  return {
    ...{ user, slack, address },
    create: (destinations: unknown) =>
      call<Body>(all.POST, "POST", "/api/keywords", {
        bearer,
        body: { keyword: "tidewater", ...naming(destinations) },
      }),
    put: (id: string, destinations: unknown) =>
      call<Body>(one.PUT, "PUT", `/api/keywords/${id}`, {
        ...{ bearer, params: { id } },
        body: naming(destinations),
      }),
  };
}

const namedIn = ({ body }: { body: Body }) => body.watch.notificationSettings.destinations;

test("stores a watch's destinations without duplicates and can remove them", async () => {
  const { user, slack, create, put } = await person();
  const made = await create([slack, user.id, slack.toUpperCase()]);
  expect([made.status, namedIn(made)]).toEqual([201, [slack, user.id]]);
  const { _id: id } = made.body.watch;
  expect(namedIn(await put(id, [user.id]))).toEqual([user.id]);
  expect(namedIn(await put(id, []))).toEqual([]);
});

test("rejects foreign and unknown destinations and omits deleted ones", async () => {
  const [owner, other] = [await person(), await person()];
  for (const bad of [[other.slack], [other.user.id], [newId()], ["x"], [1], "x", Array(51).fill("x")]) {
    const { status, body } = await owner.create(bad);
    expect([bad, status]).toEqual([bad, 400]);
    expect(Object.keys(body.errors!)[0]).toMatch(/^notificationSettings\.destinations/);
  }
  const made = await owner.create([owner.slack]);
  await prisma().destination.delete({ where: { id: owner.slack } });
  const { _id: id } = made.body.watch;
  expect((await owner.put(id, [other.slack])).status).toBe(400);
  expect(namedIn(await owner.put(id, [owner.slack, owner.user.id]))).toEqual([owner.user.id]);
});

test("changing destinations reroutes pending matches", async () => {
  const { user, slack, address, put } = await person();
  const backend = await createDestination(user.id, { channel: "slack", address: `${address}2` });
  const watch = await createWatch(user, { destinations: [slack] });
  const dueAt = new Date(Date.now() + 60_000);
  const outbox = [
    { channel: "slack" as const, dueAt, frequency: null },
    { channel: "email" as const, dueAt, frequency: "daily" as const },
  ];
  const { notification } = await createNotification(watch, { outbox });
  await put(watch.id, [backend]);
  const pendingEntries = await prisma().outboxEntry.findMany({ where: { notificationId: notification.id } });
  expect(pendingEntries).toMatchObject([{ channel: "slack", destinations: [backend] }]);
});

describe("matches that wait for a destination the watch no longer names", () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);
  const find = (notificationId: string) =>
    prisma().outboxEntry.findMany({ where: { notificationId }, orderBy: { channel: "asc" } });

  test("in a digest go to a chat that it names instead", async () => {
    const { user, slack, put } = await person();
    await prisma().destination.update({ where: { id: slack }, data: { isDefault: false } });
    const watch = await createWatch(user);
    const outbox = [{ channel: "email" as const, dueAt: inAnHour(), frequency: "daily" as const }];
    const { notification } = await createNotification(watch, { outbox });
    const before = new Date();
    await put(watch.id, [slack]);
    const [entry, ...others] = await find(notification.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ channel: "slack", destinations: [slack], frequency: null, isMuted: false });
    expect(entry!.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(entry!.dueAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
  });

  test("on one channel go to another that it names instead", async () => {
    const { user, slack, put } = await person();
    const ntfy = await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.sh/${slack}` });
    const watch = await createWatch(user, { destinations: [slack] });
    const outbox = [{ channel: "slack" as const, dueAt: inAnHour(), frequency: null }];
    const { notification } = await createNotification(watch, { outbox });
    await put(watch.id, [ntfy]);
    const entries = await find(notification.id);
    expect(entries.filter(({ channel }) => channel === "ntfy")).toMatchObject([{ destinations: [ntfy] }]);
  });

  test("aren't sent again if a message already contains them", async () => {
    const { user, slack, put } = await person();
    const ntfy = await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.sh/${slack}` });
    const watch = await createWatch(user);
    const outbox = [{ channel: "email" as const, dueAt: inAnHour(), frequency: "daily" as const }];
    const { notification } = await createNotification(watch, { outbox });
    const sent = await createDelivery(user, { channel: "slack", destinationId: slack });
    await prisma().deliveryEntry.create({ data: { deliveryId: sent.id, notificationId: notification.id } });
    await put(watch.id, [ntfy]);
    expect(await find(notification.id)).toEqual([]);
  });

  test("don't get a second entry if another one remains", async () => {
    const { user, slack, put } = await person();
    const ntfy = await createDestination(user.id, { channel: "ntfy", address: `https://ntfy.sh/${slack}` });
    const watch = await createWatch(user);
    const outbox = [
      { channel: "slack" as const, dueAt: inAnHour(), frequency: null },
      { channel: "email" as const, dueAt: inAnHour(), frequency: "daily" as const },
    ];
    const { notification } = await createNotification(watch, { outbox });
    await put(watch.id, [slack, ntfy]);
    expect(await find(notification.id)).toMatchObject([{ channel: "slack", destinations: [slack, ntfy] }]);
  });
});
