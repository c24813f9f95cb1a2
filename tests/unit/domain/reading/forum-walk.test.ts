import { describe, expect, test } from "vitest";
import { beginWalk, type ForumPosition, type ShownPost, stepDown } from "@/domain/reading/forum-walk";

const now = new Date("2026-11-02T09:00:00.000Z");
const since = new Date("2026-11-02T08:00:00.000Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
/** Post numbers with their age in minutes. */
const page = (...posts: [number, number][]) =>
  posts.map(([number, minutes]) => ({ number, createdAt: minutesAgo(minutes) }));
const from = (position: Partial<ForumPosition>) =>
  beginWalk({ reached: null, below: null, goal: null, ...position });
const step = (position: Partial<ForumPosition>, posts: readonly ShownPost[]) =>
  stepDown(from(position), posts, { now, since });

describe("one page of posts", () => {
  test("ends the walk if it reaches a known post, and reports the posts above as new", () => {
    const { walk, isNews, hidden } = step({ reached: 10 }, page([13, 5], [12, 6], [10, 9]));
    expect(walk).toMatchObject({ reached: 13, below: null, goal: null, isDown: true });
    expect([10, 12, 13].filter(isNews)).toEqual([12, 13]);
    expect(hidden).toBe(1);
  });

  test("continues below if it doesn't reach a known post, and keeps the newest number for later", () => {
    const { walk, hidden } = step({ reached: 10 }, page([90, 5], [89, 6], [80, 7]));
    expect(walk).toMatchObject({ reached: 10, below: 80, goal: 90, isDown: false });
    expect(hidden).toBe(8);
    const next = stepDown(walk, page([60, 8], [9, 30]), { now, since });
    expect(next.walk).toMatchObject({ reached: 90, below: null, isDown: true });
    expect(next.hidden).toBe(68);
  });

  test("needs no further page if the numbers directly follow the known ones", () => {
    expect(step({ reached: 10 }, page([12, 5], [11, 6])).walk).toMatchObject({ reached: 12, isDown: true });
  });

  test.each([
    ["a young post", page([14, 1], [12, 5], [10, 9]), { reached: 12 }, 1],
    ["an old post above a young one", page([14, 5], [13, 1], [11, 6], [10, 9]), { reached: 11 }, 0],
    ["only young posts above the known ones", page([14, 1], [13, 2], [10, 9]), { reached: 10 }, 0],
    ["a time far in the future is ignored", page([14, -60], [10, 9]), { reached: 14 }, 3],
    ["a time slightly in the future", page([14, -1], [10, 9]), { reached: 10 }, 0],
  ])("stops at the highest final number: %s", (_name, posts, expected, hidden) => {
    const result = step({ reached: 10 }, posts);
    expect(result.walk).toMatchObject({ ...expected, isDown: true });
    expect(result.hidden).toBe(hidden);
  });

  test("accepts posts without a time", () => {
    const posts = [{ number: 12, createdAt: null }, ...page([11, 9], [10, 9])];
    expect(step({ reached: 10 }, posts).walk).toMatchObject({ reached: 12 });
  });
});

describe("a first read", () => {
  test("ends at posts that are older than the watch", () => {
    const { walk, isNews } = step({}, page([9, 30], [7, 50], [6, 70], [5, 80]));
    expect(walk).toMatchObject({ reached: 9, isDown: true });
    expect([5, 6, 7, 9].filter(isNews)).toEqual([7, 9]);
  });

  test("continues while all posts of a page are newer than the watch, down to the first post", () => {
    const { walk } = step({}, page([90, 30], [80, 50]));
    expect(walk).toMatchObject({ reached: null, below: 80, isDown: false });
    expect(stepDown(walk, page([3, 51], [1, 52]), { now, since }).walk).toMatchObject({
      ...{ reached: 90, isDown: true },
    });
  });

  test("completes immediately if the forum is empty", () => {
    expect(step({}, []).walk).toMatchObject({ reached: 0, below: null, isDown: true });
  });
});

describe("old versions, which show the existing posts of fifty numbers", () => {
  test("count the requested number only once, although they repeat it", () => {
    const { walk, hidden } = step({ reached: 10, below: 80, goal: 100 }, page([80, 9], [79, 9], [70, 9]));
    expect(walk).toMatchObject({ below: 70, isDown: false });
    expect(hidden).toBe(8);
  });

  test("continue with the next fifty numbers after an empty page", () => {
    const { walk, hidden } = step({ reached: 10, below: 180, goal: 200 }, []);
    expect(walk).toMatchObject({ below: 130, isDown: false, empty: 1 });
    expect(hidden).toBe(50);
  });

  test("stop after too many empty pages", () => {
    let walk = from({ reached: 10, below: 1_000_000, goal: 1_000_100 });
    let pages = 0;
    for (; !walk.isDown; pages += 1) walk = stepDown(walk, [], { now, since }).walk;
    expect([pages, walk.reached]).toEqual([40, 1_000_100]);
  });
});
