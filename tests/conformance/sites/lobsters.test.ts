import { afterEach, beforeEach, expect, test } from "vitest";
import { createUser, createWatch } from "../../../prisma/factories";
import { pool } from "@/server/platform/database";
import { startLobsters } from "./lobsters-stand";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
let stand: Awaited<ReturnType<typeof startLobsters>>;

beforeEach(async () => {
  stand = await startLobsters();
});
afterEach(() => stand.close());

const comment = (words: string) => stand.write("all", "comment", words);
async function listed() {
  const before = stand.requests().length;
  const page = await stand.site.fetchNewest({ places: ["all"], kind: "comment" });
  return { ...page, requested: stand.requests().slice(before).length };
}

test("looks up the creation time of an edited comment once", async () => {
  const first = stand.now();
  const edited = comment("written first");
  stand.advance(hourMs);
  const second = stand.now();
  const above = comment("written next");
  stand.advance(hourMs);
  stand.edit(edited, "changed");
  stand.advance(minuteMs);
  const expected = [
    { fullname: above, body: "written next", createdAt: second },
    { fullname: edited, body: "changed", createdAt: first },
  ];
  expect(await listed()).toMatchObject({ requested: 2, requests: 2, items: expected });
  stand.advance(minuteMs);
  expect(await listed()).toMatchObject({ requested: 1, requests: 1, items: expected });
});

test("an edited comment without a known time gets the time of the one above it, also across pages", async () => {
  const edited = comment("written first");
  stand.advance(minuteMs);
  const newer = stand.writeMany("all", "comment", "an ordinary comment", 20);
  const written = stand.now();
  stand.advance(hourMs);
  stand.edit(edited, "changed");
  const first = await listed();
  expect(first.items.map(({ fullname }) => fullname)).toEqual(newer.toReversed());
  stand.failOne(edited);
  const { items } = await stand.site.fetchNewest({ places: ["all"], kind: "comment", after: first.after });
  expect(items).toMatchObject([{ fullname: edited, createdAt: written }]);
});

test("an edit of a comment from before the watch creates no alert", async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget" CASCADE`,
  );
  const edited = comment("an ordinary comment");
  stand.advance(3 * hourMs);
  const watch = { keyword: "tidewater", places: ["lobsters:all"], activeSince: stand.now() };
  await createWatch(await createUser(), watch);
  await stand.pollOnce();
  stand.advance(minuteMs);
  stand.edit(edited, "tidewater, added later");
  for (let passed = 0; passed < 20; passed += 1) {
    stand.advance(minuteMs);
    await stand.pollOnce();
  }
  expect((await pool().query(`SELECT FROM "Notification"`)).rowCount).toBe(0);
  const matched = comment("tidewater");
  stand.advance(minuteMs);
  await stand.pollOnce();
  expect((await pool().query(`SELECT "fullname" FROM "Notification"`)).rows).toEqual([{ fullname: matched }]);
});

test.each(["HTML with 200", "JSON cut off"])(
  "%s instead of the list throws an error and isn't treated as the end",
  async (name) => {
    comment("tidewater");
    stand.errors.find((error) => error.name === name)!.begin({ times: 1 });
    await expect(listed()).rejects.toMatchObject({ name: "SiteError", kind: "malformed" });
    expect((await listed()).items.length).toBe(1);
  },
);
