import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as follow from "@/app/api/notifications/[id]/follow/route";
import type { WatchView } from "@/contract/watch";
import { maxThreadTitle } from "@/domain/threads";
import { signedIn } from "../support/signed-in";

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
