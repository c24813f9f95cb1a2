import { dropResponses } from "../support/after-responses";
import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as choices from "@/app/api/notifications/choices/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as list from "@/app/api/notifications/route";
import { choicesResponse, choicesLength } from "@/contract/notification";
import type { NotificationView } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;

async function offered(person: Person, of: "keyword" | "subreddit", q = ""): Promise<string[]> {
  const path = `/notifications/choices?of=${of}&q=${encodeURIComponent(q)}`;
  const { body, status } = await person.request(choices, "GET", path);
  expect(status).toBe(200);
  return choicesResponse.parse(body).choices;
}

test("offers every place and keyword with matches, even from deleted watches", async () => {
  const person = await signedIn("pro");
  const all = await createWatch(person.user, { keyword: "Tidewater", subreddits: ["all"] });
  const gone = await createWatch(person.user, { keyword: "late payments", subreddits: ["freelance"] });
  await createWatch(person.user, { keyword: "never heard", subreddits: ["quiet"] });
  for (const place of ["Wellthatsucks", "wellthatsucks", "aww"]) {
    await createNotification(all, { item: { place }, status: "archived" });
  }
  await createNotification(gone, { item: { place: "freelance" }, status: "read" });
  await createNotification(gone, { item: { place: "deleted" }, deletedAt: new Date() });
  await prisma().watch.delete({ where: { id: gone.id } });
  expect(await offered(person, "subreddit")).toEqual(["aww", "freelance", "Wellthatsucks"]);
  expect(await offered(person, "keyword")).toEqual(["late payments", "Tidewater"]);
  // Each offered choice has results.
  for (const query of ["subreddit=Wellthatsucks", "subreddit=aww", "keyword=late payments"]) {
    const found = await person.request<NotificationView[]>(list, "GET", `/notifications?status=all&${query}`);
    expect([query, found.body.length]).toEqual([query, query.includes("Well") ? 2 : 1]);
  }
  const anonymous = await signedIn("pro");
  expect(await offered(anonymous, "subreddit")).toEqual([]);
  expect(await offered(anonymous, "keyword")).toEqual([]);
});

test("filters thousands of choices by text, prefix matches first", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { subreddits: ["all"] });
  await createManyNotifications([watch], 2_000);
  await prisma()
    .$executeRaw`UPDATE "Notification" SET "place" = 'place_' || right("fullname", 4) WHERE "userId" = ${person.user.id}::uuid`;
  await createNotification(watch, { item: { place: "myplace" } });
  expect(await offered(person, "subreddit")).toHaveLength(choicesLength);
  expect(await offered(person, "subreddit", "r/PLACE__119")).toEqual(["place__119"]);
  expect((await offered(person, "subreddit", "myp"))[0]).toBe("myplace");
  expect((await offered(person, "subreddit", "place"))[0]).toMatch(/^place/);
  expect(await offered(person, "subreddit", "%")).toEqual([]);
});

test("does not offer choices that only occur in notifications being deleted", async () => {
  const person = await signedIn("pro");
  await createManyNotifications([await createWatch(person.user)], 2_100);
  expect(await offered(person, "subreddit")).toHaveLength(7);
  await person.request(remove, "POST", "/notifications/delete", { body: { all: true } });
  dropResponses();
  expect(await prisma().notification.count({ where: { userId: person.user.id, deletedAt: null } })).toBe(
    2_100,
  );
  expect(await offered(person, "subreddit")).toEqual([]);
  expect(await offered(person, "keyword")).toEqual([]);
});

test("requires Pro and a valid type", async () => {
  const free = await signedIn();
  const response = await free.request(choices, "GET", "/notifications/choices?of=keyword");
  expect([response.status, response.body.code]).toEqual([403, "PRO_REQUIRED"]);
  const person = await signedIn("pro");
  expect((await person.request(choices, "GET", "/notifications/choices")).status).toBe(400);
  expect((await person.request(choices, "GET", "/notifications/choices?of=author")).status).toBe(400);
});
