import { expect, test } from "vitest";
import * as one from "@/app/api/views/[id]/route";
import * as views from "@/app/api/views/route";
import {
  savedViewLimit,
  type SavedViewResponse,
  type SavedViewsResponse,
} from "@/contract/notification-query";
import { partedPlace } from "@/domain/reading/place";
import { prisma, transaction } from "@/server/platform/database";
import { hidePlaces } from "@/server/places/hidden-places";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";

async function arrange() {
  const person = await signedIn("free");
  return {
    ...person,
    list: async () => (await person.request<SavedViewsResponse>(views, "GET", "/views")).body.views,
    keep: (name: string, filters: object = {}) =>
      person.request<SavedViewResponse>(views, "POST", "/views", { body: { name, filters } }),
    forget: (id: string) => person.request(one, "DELETE", `/views/${id}`, { params: { id } }),
  };
}

test("stores, lists and deletes views with their filters, on every plan", async () => {
  const { keep, list, forget } = await arrange();
  expect(await list()).toEqual([]);
  const filters = {
    status: "starred",
    group: "tidewater",
    site: "hackernews",
    place: "all",
    q: "late OR due",
    kind: "comment",
    starred: "true",
  };
  const first = await keep(" Late payers ", filters);
  expect(first.status).toBe(201);
  expect(first.body.view).toMatchObject({ name: "Late payers", filters });
  const second = await keep("late payers", { status: "all", page: 3, cursor: "x" });
  expect(second.body.view.filters).toEqual({ status: "all" });
  expect(await list()).toEqual([first.body.view, second.body.view]);
  expect((await forget(first.body.view._id)).status).toBe(204);
  expect(await list()).toEqual([second.body.view]);
  expect((await forget(first.body.view._id)).status).toBe(404);
});

test.each([
  ["no name", " ", {}, "name"],
  ["a long name", "x".repeat(61), {}, "name"],
  ["a subreddit and a site", "Both", { subreddit: "all", site: "reddit" }, "filters.site"],
  ["a place without a site", "Nowhere", { place: "all" }, "filters.site"],
  ["an unknown status", "Lost", { status: "lost" }, "filters.status"],
])("rejects %s", async (_what, name, filters, field) => {
  const { keep, list } = await arrange();
  const { status, body } = await keep(name, filters);
  expect([status, body]).toMatchObject([
    400,
    { code: "VALIDATION_ERROR", errors: { [field]: [expect.any(String)] } },
  ]);
  expect(await list()).toEqual([]);
});

test("rejects duplicate names and enforces the limit for concurrent requests", async () => {
  const { keep, list, user } = await arrange();
  const retained = Array.from({ length: savedViewLimit - 1 }, (_, n) => `View ${n}`);
  await prisma().savedView.createMany({
    data: retained.map((name) => ({ id: newId(), userId: user.id, name, filters: {} })),
  });
  const again = await keep("View 1");
  expect([again.status, again.body]).toMatchObject([
    400,
    { errors: { name: ["You already have a view with this name"] } },
  ]);
  const responses = await Promise.all([keep("One more"), keep("And one more")]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ code: "LIMIT_REACHED" });
  expect(await list()).toHaveLength(savedViewLimit);
});

test("another user's hidden name doesn't reveal its URL", async () => {
  const url = "https://tidings.example/feed?secret=hushhush0123456789";
  const now = new Date();
  const [place] = await transaction((tx) => hidePlaces(tx, [`feeds:${url}`], { now }));
  const { keep, list } = await arrange();
  await keep("Taken", { site: "feeds", place: partedPlace(place!).name });
  expect(JSON.stringify(await list())).not.toContain("hushhush0123456789");
});
