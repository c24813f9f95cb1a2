import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as watch from "@/app/api/keywords/[id]/route";
import * as toggle from "@/app/api/keywords/[id]/toggle/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as all from "@/app/api/notifications/route";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import type { WatchView } from "@/contract/watch";
import { pool, prisma, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { retain } from "@/server/operation/retention";
import { insertNotifications } from "@/server/recording/statements/notifications";
import { listMailItems } from "@/server/delivery/statements/messages";
import { signedIn } from "../support/signed-in";

const plain = { caseSensitive: false, wholeWordOnly: false };
const content = "A Bell, a bell and bells.";
const written = ({ passage: snippet }: NotificationView) =>
  snippet.text.map(({ text, isHeard }) => (isHeard ? `[${text}]` : text)).join("");

async function arrange() {
  const person = await signedIn("pro");
  const made = await createWatch(person.user, { keyword: "bell" });
  const at = { params: { id: made.id } };
  return {
    ...person,
    watch: made,
    edit: (body: object) =>
      person.request<{ watch: WatchView }>(watch, "PUT", `/keywords/${made.id}`, { ...at, body }),
    toggle: () => person.request(toggle, "PATCH", `/keywords/${made.id}/toggle`, at),
    remove: () => person.request(watch, "DELETE", `/keywords/${made.id}`, at),
    list: async (query = "") =>
      (await person.request<NotificationView[]>(all, "GET", `/notifications${query}`)).body,
    groups: async (query = "") =>
      (await person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped${query}`)).body
        .groupedNotifications,
  };
}

/** Records a match like the pipeline, with the current revision of the watch. */
async function record(watchId: string, text = content): Promise<string> {
  const { revision, userId, keyword, keywordFolded } = await prisma().watch.findUniqueOrThrow({
    where: { id: watchId },
  });
  // Creates the item. The match itself is recorded below.
  const { item, notification } = await createNotification(
    { id: newId(), userId, keyword, keywordFolded },
    { item: { title: "t", content: text } },
  );
  await prisma().notification.delete({ where: { id: notification.id } });
  const id = newId();
  const match = { id, watchId, revision, fullname: item.fullname, site: item.site, place: item.place };
  const now = new Date();
  await transaction((tx) =>
    insertNotifications(tx, [match], [], now, { day: "2026-11-21", hourly: now, daily: now }),
  );
  return id;
}

test("after an edit old mentions keep their highlights and new ones use the edited rules", async () => {
  const { watch: made, edit, list, groups } = await arrange();
  await record(made.id);
  await edit({ filters: { wholeWordOnly: true } });
  await record(made.id);
  await edit({ filters: { caseSensitive: true } });
  await record(made.id);
  const expected = [
    "A Bell, a [bell] and bells.",
    "A [Bell], a [bell] and bells.",
    "A [Bell], a [bell] and [bell]s.",
  ];
  expect((await list()).map(written)).toEqual(expected);
  expect((await groups())[0]!.notifications.map(written)).toEqual(expected);
  expect((await list()).map(({ highlights }) => highlights)).toEqual([
    [{ keyword: "bell", caseSensitive: true, wholeWordOnly: true }],
    [{ keyword: "bell", caseSensitive: false, wholeWordOnly: true }],
    [{ keyword: "bell", ...plain }],
  ]);
});

test("highlights remain after the keyword changes or the watch is deleted", async () => {
  const { watch: made, edit, remove, list } = await arrange();
  await edit({ filters: { wholeWordOnly: true } });
  await record(made.id);
  await edit({ keyword: "book", filters: { wholeWordOnly: false } });
  expect((await list()).map(written)).toEqual(["A [Bell], a [bell] and bells."]);
  await remove();
  expect((await list()).map(written)).toEqual(["A [Bell], a [bell] and bells."]);
});

test("pausing a watch ends its revision, and resuming it changes no highlights", async () => {
  const { watch: made, toggle: turn, edit, list } = await arrange();
  await edit({ filters: { wholeWordOnly: true } });
  for (let times = 0; times < 6; times += 1) await turn();
  await record(made.id);
  expect((await list()).map(written)).toEqual(["A [Bell], a [bell] and bells."]);
  const retained = await prisma().watchRevision.findMany({
    where: { watchId: made.id },
    orderBy: { revision: "asc" },
  });
  expect(retained.map(({ revision, endedAt }) => [revision, endedAt !== null])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, true],
    [5, false],
  ]);
  await turn();
  await edit({ filters: { caseSensitive: true } });
  expect(await prisma().watchRevision.count({ where: { watchId: made.id, endedAt: null } })).toBe(0);
});

test("highlights older matches by their watch's rules, and other keywords with defaults", async () => {
  const { watch: made, list, edit, user } = await arrange();
  // As the migration leaves a watch that existed before it.
  await prisma().watchRevision.deleteMany({ where: { watchId: made.id } });
  const highlights = [{ keyword: "bell", caseSensitive: false, wholeWordOnly: true }];
  await prisma().watchRevision.create({
    data: { watchId: made.id, revision: 0, userId: user.id, highlights },
  });
  const old = { ...made, revision: 0 };
  await createNotification(old, { item: { content }, createdAt: new Date(3) });
  await createNotification(old, { item: { content }, keyword: "ells", createdAt: new Date(2) });
  await edit({ filters: { caseSensitive: true } });
  expect((await list()).map(written)).toEqual([
    "A [Bell], a [bell] and bells.",
    "A Bell, a bell and b[ells].",
  ]);
});

test("an email highlights by the revision that matched, not the current one", async () => {
  const { watch: made, edit, user } = await arrange();
  const id = await record(made.id);
  await edit({ filters: { wholeWordOnly: true } });
  const deliveryId = newId();
  await prisma().deliveryEntry.create({ data: { deliveryId, notificationId: id } });
  const [item] = await listMailItems(pool(), [deliveryId], 50);
  expect(item!.matches).toEqual([{ keyword: "bell", highlights: [{ keyword: "bell", ...plain }] }]);
  expect(user.id).toBe(made.userId);
});

test("highlights searched words and shows their surroundings, in lists and groups", async () => {
  const { watch: made, list, groups } = await arrange();
  const filler = "Nothing was said of it at noon. ".repeat(60);
  await record(made.id, `A bell. ${filler}The ledger and the bells. ${filler}`);
  expect(written((await list())[0]!)).toMatch(/^A \[bell\]\. Nothing/);
  for (const found of [(await list("?q=LEDGER"))[0]!, (await groups("?q=LEDGER"))[0]!.notifications[0]!])
    expect(written(found)).toContain("The [ledger] and the [bell]s.");
});

test("shows a match at the end of a long text, for as many texts as time allows", async () => {
  const { watch: made, list } = await arrange();
  const filler = "so\\*me &amp; wo\u200brds that nobody needs. ";
  const long = `${filler.repeat(1_000).slice(0, 39_900)} and then a bell`;
  for (let n = 0; n < 30; n += 1) await createNotification(made, { item: { title: "t", content: long } });
  const shown = await list("?limit=100");
  const marked = shown.filter(({ passage: snippet }) => snippet.text.some(({ isHeard }) => isHeard));
  expect(written(marked[0]!)).toMatch(/^… .* and then a \[bell\]$/s);
  expect(marked.length).toBeGreaterThanOrEqual(8);
  expect(marked.length).toBeLessThan(30);
  expect(shown.at(-1)!.passage).toMatchObject({ hasMore: true, matchedIn: "elsewhere" });
});

test("keeps revisions as long as notifications and deletes them with the account", async () => {
  const { watch: made, edit, remove, user } = await arrange();
  await edit({ keyword: "book" });
  await remove();
  const stored = () => prisma().watchRevision.count({ where: { watchId: made.id } });
  const day = 86_400_000;
  const in_ = (days: number) => new Date(Date.now() + days * day);
  await retain(in_(90), () => true);
  expect(await stored()).toBe(2);
  await retain(in_(92), () => true);
  expect(await stored()).toBe(0);
  await createWatch(user, { keyword: "lantern" });
  await prisma().user.delete({ where: { id: user.id } });
  expect(await prisma().watchRevision.count({ where: { userId: user.id } })).toBe(0);
});
