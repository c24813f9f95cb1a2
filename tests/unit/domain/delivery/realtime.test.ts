import { describe, expect, it } from "vitest";
import { freeRealtimeMs, getPlan, proRealtimeMs } from "@/domain/plans/plans";
import { countRealtime, throttledUntil } from "@/domain/delivery/realtime";

const now = new Date("2026-11-21T14:03:07.250Z");
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);

describe("throttledUntil", () => {
  it.each([
    { name: "a first match", plan: "pro", lastSentAt: null, until: null },
    { name: "within the ten seconds of Pro", plan: "pro", lastSentAt: at(-3), until: at(7) },
    { name: "at their last millisecond", plan: "pro", lastSentAt: at(-9.999), until: at(0.001) },
    { name: "their end", plan: "pro", lastSentAt: at(-10), until: null },
    { name: "long after", plan: "pro", lastSentAt: at(-86_400), until: null },
    { name: "within the 15 minutes of Free", plan: "free", lastSentAt: at(-10), until: at(890) },
    { name: "at their last millisecond", plan: "free", lastSentAt: at(-899.999), until: at(0.001) },
    { name: "its end", plan: "free", lastSentAt: at(-900), until: null },
    {
      name: "last sent by a process whose clock is slightly ahead",
      plan: "pro",
      lastSentAt: at(2),
      until: at(12),
    },
    { name: "last sent by a clock that was wrong by hours", plan: "pro", lastSentAt: at(7_200), until: null },
    {
      name: "last sent by a clock that was wrong by hours",
      plan: "free",
      lastSentAt: at(7_200),
      until: null,
    },
  ])("$name ($plan)", ({ plan, lastSentAt, until }) => {
    const { realtimeEveryMs } = getPlan(plan === "pro" ? "active" : null);
    expect(throttledUntil(lastSentAt, now, realtimeEveryMs)).toEqual(until);
  });
});

describe("countRealtime", () => {
  it.each([
    { name: "nothing", moments: [], pro: 0, free: 0 },
    { name: "one", moments: [0], pro: 1, free: 1 },
    { name: "several at the same time", moments: [0, 0, 0], pro: 1, free: 1 },
    { name: "three within ten seconds of the first", moments: [0, 2, 5, 9.9], pro: 2, free: 2 },
    { name: "one at the end of the window and one after it", moments: [0, 5, 10, 10.1, 20], pro: 3, free: 2 },
    { name: "a minute apart", moments: [120, 0, 60], pro: 3, free: 2 },
    { name: "a quarter of an hour apart", moments: [0, 900, 1_800], pro: 3, free: 3 },
  ])("$name", ({ moments, pro, free }) => {
    expect(countRealtime(moments.map(at), proRealtimeMs)).toBe(pro);
    expect(countRealtime(moments.map(at), freeRealtimeMs)).toBe(free);
  });
});
