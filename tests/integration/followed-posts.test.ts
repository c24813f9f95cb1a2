import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as getOne from "@/app/api/notifications/[id]/route";
import * as follow from "@/app/api/notifications/[id]/follow/route";
import * as replies from "@/app/api/notifications/[id]/replies/route";
import type { NotificationView, RepliesResponse } from "@/contract/notification";
import type { WatchView } from "@/contract/watch";
import type { Item } from "@/domain/reading/item";
import { maxThreadTitle } from "@/server/watches/followed-threads";
import { prisma } from "@/server/platform/database";
import { getRule, record } from "../support/mentions";
import { signedIn } from "../support/signed-in";
import { blank, onHackerNews, submission } from "../support/stories";

type Person = Awaited<ReturnType<typeof signedIn>>;

const followPost = (person: Person, id: string) =>
  person.request<{ watch: WatchView }>(follow, "POST", `/notifications/${id}/follow`, { params: { id } });

test("a title whose cut splits an emoji can be followed", async () => {
  const person = await signedIn();
  const start = "x".repeat(maxThreadTitle - 1);
  const watch = await createWatch(person.user);
  const { notification } = await createNotification(watch, { item: { title: `${start}🌊 and more` } });
  const { status, body } = await followPost(person, notification.id);
  expect(status).toBe(201);
  expect(body.watch.thread!.title).toBe(`${start}\uFFFD`);
});

/** A story of a Reddit post, which is deleted, and another post. Returns its notification. */
async function withDeletedFirst(other: Item) {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "Tidewater", places: ["reddit:all"] });
  const first = submission();
  for (const post of [first, other]) await record([post], [getRule(watch)]);
  const { id } = await prisma().notification.findFirstOrThrow({ where: { fullname: first.fullname } });
  await blank(first.fullname);
  const shown = async () => {
    const path = `/notifications/${id}`;
    const { body } = await person.request<{ notification: NotificationView }>(getOne, "GET", path, {
      params: { id },
    });
    return body.notification;
  };
  return { person, watch, id, shown };
}

test("a story whose first post was deleted follows the thread of the post it shows", async () => {
  const other = onHackerNews();
  const { person, watch, id, shown } = await withDeletedFirst(other);
  const { status, body } = await followPost(person, id);
  expect(status).toBe(201);
  expect(body.watch.thread).toMatchObject({ root: other.fullname, title: other.title });
  const thread = { watchId: body.watch._id, isFollowed: true };
  expect(await shown()).toMatchObject({ redditPost: { site: "hackernews" }, thread });
  const reply = { ...onHackerNews({ root: other.fullname, kind: "comment" }), link: undefined };
  await record([reply], [{ ...getRule(watch), watchId: thread.watchId }]);
  const path = `/notifications/${id}/replies`;
  const listed = await person.request<RepliesResponse>(replies, "GET", path, { params: { id } });
  expect(listed.body).toMatchObject({ thread, total: 1 });
});

test("a story that shows a release offers no thread", async () => {
  const release = { fullname: "github:acme/tide@v1", site: "github", place: "acme/tide" };
  const { shown } = await withDeletedFirst(submission(release));
  expect(await shown()).toMatchObject({ redditPost: { site: "github" }, thread: null });
});
