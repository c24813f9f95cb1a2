import { expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../prisma/factories";
import * as watch from "@/app/api/keywords/[id]/route";
import * as toggle from "@/app/api/keywords/[id]/toggle/route";
import * as active from "@/app/api/keywords/active/route";
import * as watches from "@/app/api/keywords/route";
import * as archiveOne from "@/app/api/notifications/[id]/archive/route";
import * as openOne from "@/app/api/notifications/[id]/open/route";
import * as starOne from "@/app/api/notifications/[id]/star/route";
import * as readOne from "@/app/api/notifications/[id]/read/route";
import * as unreadOne from "@/app/api/notifications/[id]/unread/route";
import * as archive from "@/app/api/notifications/archive/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as star from "@/app/api/notifications/star/route";
import * as read from "@/app/api/notifications/read/route";
import type { WatchView } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";

// A value for every column that clients must not write.
const stolen = async () => ({
  id: newId(),
  _id: newId(),
  userId: (await createUser()).id,
  kind: "thread",
  root: "stolen",
  endedAt: new Date().toISOString(),
  keywordFolded: "stolen",
  fingerprint: "stolen",
  highlights: [{ keyword: "stolen" }],
  authors: { bluesky: { stolen: "stolen" } },
  authorsFetchedAt: new Date(0),
  activeSince: new Date(0),
  revision: 99,
  pausedBy: "stolen",
  changedIn: "1",
  createdAt: new Date(0),
  updatedAt: new Date(0),
  matchCount: 99,
  noisyAt: new Date(0),
  watchId: newId(),
  fullname: "t3_stolen",
  site: "stolen",
  place: "stolen",
  places: ["stolen:all"],
  userKeywordId: newId(),
  deletedAt: new Date(0),
  openedAt: new Date(0),
  starredAt: new Date(0),
  isSilent: true,
  snoozedUntil: new Date(8.64e14),
  leadId: newId(),
  storyKey: newId(),
  dueAt: new Date(0),
  dedupeKey: "x",
  frequency: "daily",
  isInDigest: true,
  deliveryId: newId(),
  checkedAt: new Date(0),
});

/** Columns that change on every write, tested elsewhere. */
const meant = ["updatedAt", "changedIn"];
const retained = (row: Record<string, unknown>, ...changed: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => ![...meant, ...changed].includes(name)));

test("covers every Watch column", async () => {
  const columns = Object.keys(await createWatch(await createUser()));
  const written = ["keyword", "expression", "isActive", "tags", "notes"];
  const inside = ["includePosts", "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly"];
  const settings = [
    "browserNotification",
    "emailNotification",
    "frequency",
    "spikeNotification",
    "destinations",
  ];
  const tried = [...Object.keys(await stolen()), ...written, ...inside, ...settings, "mutedUntil"];
  expect(columns.filter((column) => !tried.includes(column))).toEqual([]);
});

test("covers every Notification column", async () => {
  const { notification } = await createNotification(await createWatch(await createUser()));
  const tried = [...Object.keys(await stolen()), "status", "keyword"];
  expect(Object.keys(notification).filter((column) => !tried.includes(column))).toEqual([]);
});

test("watch endpoints ignore columns in the body", async () => {
  const person = await signedIn("pro");
  // `places` is also a request field, with another shape.
  const { places, ...columns } = await stolen();
  const extra = {
    ...columns,
    includePosts: false,
    wholeWordOnly: true,
    frequency: "daily",
    browserNotification: false,
    spikeNotification: true,
    destinations: [person.user.id],
  };
  const made = await person.request<{ watch: WatchView }>(watches, "POST", "/keywords", {
    body: { ...extra, keyword: "tidewater" },
  });
  const id = made.body.watch._id;
  const row = () => prisma().watch.findUniqueOrThrow({ where: { id } });
  const before = await row();
  expect(id).not.toBe(extra.id);
  expect(before).toMatchObject({
    userId: person.user.id,
    keywordFolded: "tidewater",
    revision: 1,
    pausedBy: null,
    includePosts: true,
    wholeWordOnly: false,
    frequency: "realtime",
    browserNotification: true,
    spikeNotification: false,
  });
  expect(before.createdAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  const at = { params: { id } };
  const asStored = { keyword: "quillon", places };
  const refused = [
    await person.request(watches, "POST", "/keywords", { body: asStored }),
    await person.request(watch, "PUT", `/keywords/${id}`, { ...at, body: asStored }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 400]);
  await person.request(watch, "PUT", `/keywords/${id}`, { ...at, body: extra });
  expect(retained(await row())).toEqual(retained(before));
  await person.request(toggle, "PATCH", `/keywords/${id}/toggle`, { ...at, body: extra });
  expect(retained(await row(), "isActive")).toEqual(retained(before, "isActive"));
  await person.request(active, "POST", "/keywords/active", { body: { ...extra, isActive: true } });
  const woken = await row();
  expect(retained(woken, "revision", "activeSince")).toEqual(retained(before, "revision", "activeSince"));
  expect([woken.revision, woken.activeSince > before.activeSince]).toEqual([2, true]);
  expect(await prisma().watchTotal.findUnique({ where: { watchId: id } })).toMatchObject({
    matchCount: 0,
    noisyAt: null,
  });
  expect(await prisma().watch.count({ where: { userId: extra.userId } })).toBe(0);
});

test("notification endpoints ignore columns in the body", async () => {
  const person = await signedIn("pro");
  const { notification } = await createNotification(await createWatch(person.user));
  const { id } = notification;
  const row = () => prisma().notification.findUniqueOrThrow({ where: { id } });
  const extra = { ...(await stolen()), keyword: "stolen" };
  const marked = ["status", "openedAt", "starredAt"];
  for (const [name, route] of [
    ["read", readOne],
    ["archive", archiveOne],
    ["open", openOne],
    ["unread", unreadOne],
    ["star", starOne],
  ] as const) {
    const sent = { params: { id }, body: { ...extra, status: "archived" } };
    await person.request(route, "PATCH", `/notifications/${id}/${name}`, sent);
    expect(retained(await row(), ...marked)).toEqual(retained(notification, ...marked));
    expect([name, (await row()).openedAt]).not.toEqual([name, extra.openedAt]);
    expect([name, (await row()).starredAt]).not.toEqual([name, extra.starredAt]);
  }
  expect((await row()).status).toBe("unread");
  for (const [name, route] of [
    ["read", read],
    ["archive", archive],
    ["star", star],
  ] as const) {
    await person.request(route, "POST", `/notifications/${name}`, { body: { ...extra, ids: [id] } });
    expect(retained(await row(), ...marked)).toEqual(retained(notification, ...marked));
  }
  await person.request(remove, "POST", "/notifications/delete", { body: { ...extra, ids: [id] } });
  const blank = [...marked, "deletedAt", "keyword", "place"];
  expect(retained(await row(), ...blank)).toEqual(retained(notification, ...blank));
  expect(await row()).toMatchObject({ keyword: "", place: "", deletedAt: expect.any(Date) });
  expect((await row()).deletedAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
});
