import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { getPath, type OperationName, type InputOf } from "@/browser/operation-types";
import { calls } from "@/contract/calls";
import { allOperations } from "@/contract/operations/all";
import { isKeyOf, getKey } from "@/browser/swr-keys";

test("encodes parameters and query in paths", () => {
  expect(getPath("getProfile")).toBe("/api/users/profile");
  expect(getPath("getWatch", { params: { id: "a/../b c" } })).toBe("/api/keywords/a%2F..%2Fb%20c");
  const query = { limit: "20", page: "1", q: "c++ & more", cursor: undefined };
  expect(getPath("listWatches", { query })).toBe("/api/keywords?limit=20&page=1&q=c%2B%2B+%26+more");
  expect(getPath("createWatch", { body: { keyword: "tidewater" } })).toBe("/api/keywords");
});

test("makes cache keys from operation and input", () => {
  const all = getKey("listWatches", {});
  const some = getKey("listWatches", { query: { limit: "1", q: undefined } });
  expect(some).toBe(getKey("listWatches", { query: { limit: "1" } }));
  expect(some).not.toBe(all);
  expect(getKey("listWatches")).toBe(all);
  expect([all, some].map((key) => isKeyOf(key, "getUsage", "listWatches"))).toEqual([true, true]);
  expect(isKeyOf(getKey("listNotificationGroups"), "listNotifications")).toBe(false);
  expect(isKeyOf([all], "listWatches")).toBe(false);
});

test("contains only existing API operations, and rejects others by type", () => {
  expect(Object.keys(calls).filter((name) => allOperations[name] === undefined)).toEqual([]);
  for (const [name, { method, path }] of Object.entries(allOperations))
    expect(`${method} ${path}`, name).toMatch(/^(?:GET|POST|PUT|PATCH|DELETE) \/api\//);
  // @ts-expect-error: no operation
  const name: OperationName = "renameWatch";
  // @ts-expect-error: its path has a parameter
  const absent: InputOf<"getWatch"> = {};
  // @ts-expect-error: what the shape does not allow
  const input: InputOf<"updateSettings"> = { body: { theme: "pink" } };
  expect([name, absent, input]).toHaveLength(3);
});

/** Screens with the same paths as API endpoints. */
const screens = /^\/(?:coverage$|(?:keywords|notifications)(?:\?|$))/;
const boards = new Set(Object.values(allOperations).map((one) => one.path.split("/")[2]!));
const literal = new RegExp(`["'\`](/(?:api|${[...boards].join("|")})(?=[/?"'\`$])[^"'\`]*)`, "g");
const pathsIn = (text: string) =>
  [...text.matchAll(literal)].map(([, found]) => found!).filter((found) => !screens.test(found));

test("features call operations by name and contain no API paths", () => {
  const planted = [
    'fetch("/api/keywords")',
    "get(`/notifications/${id}/read`)",
    "post('/auth/login')",
    "`/coverage?${q}`",
  ];
  expect(planted.map((text) => pathsIn(text).length)).toEqual([1, 1, 1, 1]);
  expect(pathsIn('<Link href="/keywords">')).toEqual([]);
  const folder = "src/features";
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, pathsIn(readFileSync(path.join(folder, file), "utf8"))] as const);
  expect(found.filter(([, paths]) => paths.length > 0)).toEqual([]);
});
