import { dropResponses } from "../support/after-responses";
import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as choices from "@/app/api/notifications/choices/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as list from "@/app/api/notifications/route";
import { choicesResponse, choicesLength } from "@/contract/notification";
import type { NotificationView } from "@/contract/notification";
import { partedPlace } from "@/domain/reading/place";
import { prisma, transaction } from "@/server/platform/database";
import { hidePlaces } from "@/server/places/hidden-places";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;

const feedUrl = "https://choices.example/secret.xml";

async function offered(person: Person, of: "keyword" | "subreddit" | "place", q = ""): Promise<string[]> {
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

test("finds places by their labels, titles and URLs", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user);
  const [feed] = await transaction((tx) => hidePlaces(tx, [`feeds:${feedUrl}`], { now: new Date() }));
  const forum = { site: "discourse", name: "choices.example" };
  await prisma().place.create({ data: { ...forum, displayName: "x", title: "Harbor Talk" } });
  const looked = { displayName: "x", health: "ok", fetchedAt: new Date(), title: "Rigging Weekly" } as const;
  await prisma().placeLookup.create({ data: { ...partedPlace(feed!), ...looked } });
  const community = { site: "lemmy", name: "boats@choices.example" };
  for (const { site, name } of [
    partedPlace(feed!),
    forum,
    community,
    { site: "stackexchange", name: "serverfault" },
    { site: "reddit", name: "aww" },
  ])
    await createNotification(watch, { item: { site, place: name } });
  for (const [q, label] of [
    ["server fault", "Server Fault"],
    ["!boats@choices.example", "!boats@choices.example"],
    ["harbor t", "Harbor Talk"],
    ["WEEKLY", "Rigging Weekly"],
    [feedUrl, "Rigging Weekly"],
  ] as const)
    expect([q, await offered(person, "place", q)]).toEqual([q, [label]]);
  expect(await offered(person, "place", "https://choices.example/other.xml")).not.toContain("Rigging Weekly");
});

test("labels places with the same title by host, or by name on the same host", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user);
  const title = "Same Title";
  const known = { displayName: "x", health: "ok", title } as const;
  const urls = ["https://www.one.example/feed", "https://two.example/a.xml", "https://two.example/b.xml"];
  const feeds = await transaction((tx) =>
    hidePlaces(
      tx,
      urls.map((url) => `feeds:${url}`),
      { now: new Date() },
    ),
  );
  for (const { site, name } of feeds.map(partedPlace)) {
    await prisma().placeLookup.create({ data: { site, name, ...known, fetchedAt: new Date() } });
    await createNotification(watch, { item: { site, place: name } });
  }
  const { body } = await person.request(choices, "GET", "/notifications/choices?of=place&q=same");
  const { choices: labels, places } = choicesResponse.parse(body);
  const expected = [
    [`${title} (one.example)`, urls[0]],
    [`${title} (${urls[1]})`, urls[1]],
    [`${title} (${urls[2]})`, urls[2]],
  ];
  expect(places!.map(({ label, name }) => [label, name]).sort()).toEqual(expected.sort());
  expect(labels).toEqual(places!.map(({ label }) => label));
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
