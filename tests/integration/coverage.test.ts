import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createDelivery, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import { coverageResponse, type CoverageResponse } from "@/contract/coverage";
import { prisma } from "@/server/platform/database";
import { getFrame } from "@/server/coverage/frame";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";

// Freeze the clock, so the day doesn't end and jobs don't become overdue during a test.
vi.useFakeTimers({ toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const now = Date.now();
const ago = (minutes: number) => new Date(now - minutes * 60_000);
const today = new Date(new Date(now).toISOString().slice(0, 10));
const unread = { readAt: null, itemsToday: 0, delaySeconds: null };

beforeEach(async () => {
  await prisma().gap.deleteMany();
  await prisma().run.deleteMany();
  await prisma().placeRead.deleteMany();
  await prisma().place.deleteMany({ where: { name: { not: "all" } } });
  for (const route of ["poll", "deliver"]) {
    await prisma().run.create({
      data: { id: newId(), route, startedAt: new Date(), finishedAt: new Date(), tally: {} },
    });
  }
});

const get = async (person: Awaited<ReturnType<typeof signedIn>>) => {
  const { body } = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(coverageResponse.parse(body)).toEqual(body);
  return body;
};

const named = (name: string) => ({
  site: "reddit",
  name,
  label: `r/${name}`,
  url: `https://www.reddit.com/r/${name}/`,
  isOn: true,
  ends: "ends March 2027",
  readSince: null,
});
const reddit = {
  ...{ id: "reddit", name: "Reddit", isOn: true, status: "ok", since: null },
  ...{ summary: "New posts and comments of the subreddits you name.", limit: null },
};

test("shows reads, delays and gaps of each watched subreddit", async () => {
  const person = await signedIn();
  await createWatch(person.user, { subreddits: ["SmallBusiness", "sandbox_private"] });
  await createWatch(person.user, { keyword: "other", subreddits: ["smallbusiness", "never_polled"] });
  await createWatch(person.user, { keyword: "asleep", subreddits: ["paused"], isActive: false });
  await prisma().place.create({
    data: {
      site: "reddit",
      name: "smallbusiness",
      displayName: "smallbusiness",
      watchedSince: ago(90),
      reads: {
        create: [
          { kind: "post", readAt: ago(1), day: today, itemsToday: 7, delayMs: 41_600 },
          { kind: "comment", readAt: ago(2), day: new Date(today.getTime() - 86_400_000), itemsToday: 90 },
        ],
      },
    },
  });
  await prisma().place.create({
    data: { site: "reddit", name: "sandbox_private", displayName: "sandbox_private", health: "private" },
  });
  await prisma().placeRead.create({ data: { site: "reddit", place: "all", kind: "post", share: 0.25 } });
  const gap = (foundAt: Date, filledAt: Date | null, items: number | null = null) => ({
    id: newId(),
    site: "reddit",
    place: "smallbusiness",
    kind: "comment" as const,
    fromAt: new Date(foundAt.getTime() - 60_000),
    toAt: foundAt,
    foundAt,
    filledAt,
    items,
  });
  const gaps = [gap(ago(5), null, 14), gap(ago(90), ago(80)), gap(ago(8 * 24 * 60), null)];
  await prisma().gap.createMany({ data: gaps });
  const view = (one: (typeof gaps)[number]) => ({
    kind: one.kind,
    from: one.fromAt.toISOString(),
    to: one.toAt.toISOString(),
    foundAt: one.foundAt.toISOString(),
    filledAt: one.filledAt?.toISOString() ?? null,
    items: one.items,
  });
  const subreddits = [
    { ...named("never_polled"), health: "ok", posts: unread, comments: unread, gaps: [] },
    { ...named("sandbox_private"), health: "private", posts: unread, comments: unread, gaps: [] },
    {
      ...named("smallbusiness"),
      health: "ok",
      readSince: ago(90).toISOString(),
      posts: { readAt: ago(1).toISOString(), itemsToday: 7, delaySeconds: 42 },
      comments: { readAt: ago(2).toISOString(), itemsToday: 0, delaySeconds: null },
      gaps: [view(gaps[0]!), view(gaps[1]!)],
    },
  ];
  expect(await get(person)).toEqual({
    // A gap in one subreddit doesn't affect the overall status.
    status: "ok",
    issues: [],
    sites: [reddit],
    places: subreddits,
    subreddits,
    tooMany: [],
    tooMuchText: [],
    delays: [],
    allShare: { posts: 0.25, comments: null },
  });
});

test.each([
  [20, undefined],
  [21, true],
])("lists up to 20 gaps of a place: with %i, hasMoreGaps is %s", async (count, hasMoreGaps) => {
  const person = await signedIn();
  await createWatch(person.user, { subreddits: [`gaps${count}`] });
  const place = { site: "reddit", place: `gaps${count}`, kind: "post" as const };
  const data = Array.from({ length: count }, (_, nth) => ({
    ...place,
    ...{ id: newId(), fromAt: ago(2 * nth + 2), toAt: ago(2 * nth + 1), foundAt: ago(2 * nth + 1) },
  }));
  await prisma().gap.createMany({ data });
  const [shown] = (await get(person)).places;
  expect(shown!.gaps).toHaveLength(20);
  expect(shown!.gaps[0]).toMatchObject({ foundAt: ago(1).toISOString() });
  expect(shown!.hasMoreGaps).toBe(hasMoreGaps);
});

test("the layout counts a gap in posts and comments once", async () => {
  const person = await signedIn();
  await createWatch(person.user, { subreddits: ["gardening"] });
  const gap = (kind: "post" | "comment", from: Date, to: Date) => ({
    ...{ id: newId(), site: "reddit", place: "gardening", kind, fromAt: from, toAt: to, foundAt: to },
  });
  await prisma().gap.createMany({
    data: [
      ...[gap("post", ago(30), ago(20)), gap("comment", ago(30), ago(20))],
      gap("comment", ago(10), ago(5)),
    ],
  });
  const frame = await getFrame({ id: person.user.id, pendingBulkUpdates: [] }, new Date(now));
  expect(frame.listening.gaps).toEqual([ago(5).toISOString(), ago(20).toISOString()]);
});

test('lists "all" only if it is watched, but always returns its share', async () => {
  await prisma().placeRead.create({
    data: { site: "reddit", place: "all", kind: "comment", share: 0.5, readAt: ago(3) },
  });
  const nobody = await signedIn();
  expect(await get(nobody)).toEqual({
    status: "ok",
    issues: [],
    sites: expect.arrayContaining([reddit]),
    places: [],
    subreddits: [],
    tooMany: [],
    tooMuchText: [],
    delays: [],
    allShare: { posts: null, comments: 0.5 },
  });
  const person = await signedIn();
  await createWatch(person.user, { subreddits: ["all"] });
  expect((await get(person)).subreddits).toEqual([
    {
      ...named("all"),
      health: "ok",
      posts: unread,
      comments: { ...unread, readAt: ago(3).toISOString() },
      gaps: [],
    },
  ]);
});

test("reports reading problems, but not problems for the operator only", async () => {
  const person = await signedIn();
  const { user } = person;
  await prisma().delivery.create({
    data: {
      id: newId(),
      userId: user.id,
      destinationId: user.id,
      channel: "email",
      dedupeKey: "x",
      status: "failed",
      nextAttemptAt: new Date(),
    },
  });
  expect((await get(person)).status).toBe("ok");
  await prisma().place.create({
    data: {
      site: "reddit",
      name: "silent",
      displayName: "silent",
      watchedSince: ago(60),
      reads: { create: [{ kind: "post", failedSince: ago(10) }] },
    },
  });
  expect(await get(person)).toMatchObject({
    status: "degraded",
    issues: ["reddit"],
    sites: expect.arrayContaining([{ ...reddit, status: "degraded", since: ago(10).toISOString() }]),
  });
});

test("reports late reading to all users and late emails to those affected", async () => {
  const [person, other] = [await signedIn(), await signedIn()];
  await createDelivery(person.user, { status: "pending", createdAt: ago(5) });
  expect(await get(person)).toMatchObject({ status: "ok", issues: [] });
  await createDelivery(person.user, { status: "frozen", dedupeKey: "earlier", createdAt: ago(11) });
  await createDelivery(other.user, { status: "pending", channel: "push", createdAt: ago(60) });
  expect(await get(person)).toMatchObject({ status: "ok", issues: ["mails"] });
  expect(await get(other)).toMatchObject({ status: "ok", issues: [] });
  await prisma().run.updateMany({ where: { route: "poll" }, data: { finishedAt: ago(5) } });
  expect(await get(person)).toMatchObject({ status: "degraded", issues: ["polls", "mails"] });
  expect(
    (await getFrame({ id: person.user.id, pendingBulkUpdates: [] }, new Date(now + 60_000))).listening,
  ).toMatchObject({
    isDegraded: true,
    issues: ["polls", "mails"],
  });
});

test("doesn't report emails as late during a mute or quiet hours", async () => {
  const person = await signedIn();
  const createdAt = ago(60);
  await createDelivery(person.user, { status: "pending", createdAt, retrySince: ago(-30) });
  expect(await get(person)).toMatchObject({ issues: [] });
  await createDelivery(person.user, {
    ...{ status: "pending", dedupeKey: "after the mute", createdAt, retrySince: ago(11) },
  });
  expect(await get(person)).toMatchObject({ issues: ["mails"] });
});

test.each([
  ["gone", ["channels"]],
  ["failing", ["channels"]],
  ["reset", ["channels"]],
  ["owner", []],
])("reports a destination turned off because of '%s': %j", async (offReason, issues) => {
  const [person, other] = [await signedIn(), await signedIn()];
  const id = newId();
  const userId = person.user.id;
  await prisma().destination.create({
    data: { id, userId, channel: "webhook", offAt: new Date(), offReason },
  });
  expect(await get(person)).toMatchObject({ status: "ok", issues });
  const { listening } = await getFrame({ id: userId, pendingBulkUpdates: [] }, new Date(now));
  // Site troubles are cached between requests, so only check this one.
  expect(listening.issues.filter((one) => one === "channels")).toEqual(issues);
  expect(await get(other)).toMatchObject({ issues: [] });
});

test("reports no delay before the first read had enough time", async () => {
  const person = await signedIn();
  await prisma().run.deleteMany();
  await prisma().user.updateMany({ data: { createdAt: new Date() } });
  expect(await get(person)).toMatchObject({ status: "ok", issues: [] });
  await prisma().user.update({ where: { id: person.user.id }, data: { createdAt: ago(5) } });
  expect(await get(person)).toMatchObject({ status: "degraded", issues: ["polls"] });
});
