import { expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as active from "@/app/api/keywords/active/route";
import * as all from "@/app/api/keywords/route";
import type { WatchListResponse } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";

/** Creates five watches in keyword order, the first `awake` of them active. */
async function withFive(plan: "free" | "pro", awake: number) {
  const person = await signedIn(plan);
  const ids: string[] = [];
  for (let n = 0; n < 5; n += 1) {
    const fields = {
      keyword: `${n}`,
      isActive: n < awake,
      createdAt: new Date(1_000 * n),
      activeSince: new Date(0),
    };
    ids.push((await createWatch(person.user, fields)).id);
  }
  return {
    ...person,
    ids,
    set: (body: object) =>
      person.request<{ updated: number; code?: string }>(active, "POST", "/keywords/active", { body }),
    awake: async () => {
      const rows = await prisma().watch.findMany({ where: { userId: person.user.id, isActive: true } });
      return rows
        .map((row) => row.keyword)
        .toSorted()
        .join("");
    },
  };
}

test("pauses and resumes all; resumed watches match later items", async () => {
  const person = await withFive("pro", 2);
  await prisma().watch.updateMany({ where: { id: person.ids[4] }, data: { pausedBy: "plan" } });
  const before = await prisma().watch.findUniqueOrThrow({ where: { id: person.ids[4] } });
  expect((await person.set({ isActive: true })).body).toEqual({ updated: 3 });
  expect(await person.awake()).toBe("01234");
  const after = await prisma().watch.findUniqueOrThrow({ where: { id: person.ids[4] } });
  expect(after).toMatchObject({ pausedBy: null, revision: before.revision + 1 });
  expect(after.activeSince.getTime()).toBeGreaterThan(0);
  const awake = await prisma().watch.findUniqueOrThrow({ where: { id: person.ids[0] } });
  expect(awake).toMatchObject({ revision: 1, activeSince: new Date(0) });
  expect((await person.set({ isActive: false })).body).toEqual({ updated: 5 });
  expect(await person.awake()).toBe("");
  expect((await person.set({ isActive: false })).body).toEqual({ updated: 0 });
});

test("resumes the oldest up to the limit", async () => {
  const person = await withFive("free", 0);
  expect((await person.set({ isActive: true })).body).toEqual({ updated: 3 });
  expect(await person.awake()).toBe("012");
  expect((await person.set({ isActive: true })).body).toEqual({ updated: 0 });
  const other = await withFive("free", 1);
  expect((await other.set({ isActive: true, ids: other.ids.slice(2).toReversed() })).body).toEqual({
    updated: 2,
  });
  expect(await other.awake()).toBe("023");
});

test("concurrent resumes never exceed the limit", async () => {
  const person = await withFive("free", 0);
  await Promise.all(person.ids.map((id) => person.set({ isActive: true, ids: [id] })));
  expect((await person.awake()).length).toBe(3);
});

test("only affects the user's own ids and ignores others", async () => {
  const owner = await withFive("pro", 5);
  const anonymous = await withFive("pro", 5);
  expect((await anonymous.set({ isActive: false, ids: [...owner.ids, newId(), "x"] })).body).toEqual({
    updated: 0,
  });
  await anonymous.set({ isActive: false });
  expect(await owner.awake()).toBe("01234");
  expect((await owner.set({ isActive: false, ids: [] })).body).toEqual({ updated: 0 });
  for (const wrong of [{}, { isActive: "yes" }, { isActive: true, ids: "x" }]) {
    expect((await owner.set(wrong)).body.code).toBe("VALIDATION_ERROR");
  }
});

test("a cursor visits all watches once in both directions, even with equal times", async () => {
  const person = await signedIn("pro");
  const made: string[] = [];
  for (let n = 0; n < 9; n += 1) {
    const createdAt = new Date(1_000 * Math.floor(n / 4));
    made.push((await createWatch(person.user, { keyword: `k${n}`, createdAt })).id);
  }
  const page = (query: string) => person.request<WatchListResponse>(all, "GET", `/keywords${query}`);
  for (const [sort, expected] of [
    ["oldest", made],
    ["newest", made.toReversed()],
  ] as const) {
    const walked: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const response = await page(`?limit=4&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      expect(response.body).toMatchObject({ total: 9, active: 9 });
      walked.push(...response.body.watches.map((watch) => watch._id));
      cursor = response.headers.get("x-next-cursor");
    }
    expect(walked).toEqual(expected);
  }
  expect((await page("?page=100")).body).toEqual({ watches: [], total: 9, active: 9 });
  for (const wrong of ["?page=101", "?cursor=x", "?limit=101", "?sort=best"]) {
    expect([wrong, (await page(wrong)).status]).toEqual([wrong, 400]);
  }
});
