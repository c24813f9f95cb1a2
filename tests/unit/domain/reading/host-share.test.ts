import { describe, expect, test } from "vitest";
import { shareHost, type HostPlace } from "@/domain/reading/host-share";

let made = 0;
const places = (count: number, owners: string[], more: Partial<HostPlace> = {}): HostPlace[] =>
  Array.from({ length: count }, () => {
    made += 1;
    return { place: `https://busy.example/${made}`, owners, sinceMs: made, hasResponded: true, ...more };
  });
const accounts = (count: number, each: number, more: Partial<HostPlace> = {}) =>
  Array.from({ length: count }, (_, n) => places(each, [`account ${n}`], more)).flat();
const isFirst = ({ turn, slowdown }: { turn: number; slowdown: number }) => turn === 0 && slowdown === 1;
const countFirst = (all: readonly HostPlace[]) => [...shareHost(all).values()].filter(isFirst).length;

describe("a host", () => {
  test("reads 100 places at full rate, up to ten per account, the oldest first", () => {
    expect(countFirst(accounts(10, 10))).toBe(100);
    expect(countFirst(accounts(11, 10))).toBe(100);
    const one = places(15, ["rosa"]);
    const shares = shareHost(one);
    expect(one.map(({ place }) => isFirst(shares.get(place)!))).toEqual(one.map((_, n) => n < 10));
  });

  test("counts a place for any owner with remaining capacity, and only after its first response", () => {
    const shared = places(30, ["rosa", "bob", "eve"]);
    expect(countFirst(shared)).toBe(30);
    expect(countFirst([...places(200, ["mallory"], { hasResponded: false }), ...places(1, ["rosa"])])).toBe(
      1,
    );
  });

  test("keeps its capacity for others, regardless of URLs that ten accounts invent", () => {
    const hostile = accounts(10, 200, { hasResponded: false });
    const [mine] = places(1, ["rosa"]);
    const [young] = places(1, ["bob"], { hasResponded: false });
    const shares = shareHost([...hostile, mine!, young!]);
    expect(shares.get(mine!.place)).toEqual({ turn: 0, slowdown: 1 });
    // A new place takes its account's turn instead of waiting for all others.
    expect(shares.get(young!.place)).toEqual({ turn: 1, slowdown: 1 });
    expect(hostile.filter(({ place }) => shares.get(place)!.turn === 1)).toHaveLength(10);
  });

  test("reads all other places at most as often as another hundred", () => {
    for (const count of [1, 50, 100, 1_000, 10_000]) {
      const rest = [...shareHost(accounts(count + 10, 10)).values()].filter((one) => !isFirst(one));
      expect(new Set(rest.map(({ slowdown }) => slowdown)).size).toBe(1);
      expect(rest.length / rest[0]!.slowdown).toBeLessThan(100);
      expect(rest[0]!.slowdown).toBeGreaterThan(1);
    }
  });

  test("passes the share of a removed place to the next", () => {
    const all = accounts(11, 10);
    const before = shareHost(all);
    const next = all.find(({ place }) => !isFirst(before.get(place)!))!;
    expect(isFirst(shareHost(all.slice(1)).get(next.place)!)).toBe(true);
  });
});

test("treats a place without a known owner like any other", () => {
  expect(countFirst(places(12, []))).toBe(10);
});
