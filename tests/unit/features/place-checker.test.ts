import { expect, test } from "vitest";
import { createPlaceChecker, type FetchPlace } from "@/features/watches/place-checker";

const never = () => Promise.reject(new Error("asked"));

test.each([
  ["all", "valid"],
  ["ALL", "valid"],
  ["ab", "invalid"],
  ["web-dev", "invalid"],
  ["popular", "invalid"],
])("%s is %s without a request", async (name, verdict) => {
  expect(await createPlaceChecker(never, never)(name)).toBe(verdict);
});

test("sends at most 5 requests in parallel and resolves all lookups", async () => {
  let running = 0;
  let peak = 0;
  const request: FetchPlace = async (name) => {
    running += 1;
    peak = Math.max(peak, running);
    await new Promise((done) => setTimeout(done, 1));
    running -= 1;
    return name.endsWith("3") ? "invalid" : "valid";
  };
  const check = createPlaceChecker(request, never);
  const names = Array.from({ length: 23 }, (_, at) => `name_${at}`);
  const verdicts = await Promise.all(names.map(check));
  expect(peak).toBe(5);
  expect(verdicts).toEqual(names.map((name) => (name.endsWith("3") ? "invalid" : "valid")));
});

test("all lookups wait for a rate limit and retry", async () => {
  const requested: string[] = [];
  const waits: number[] = [];
  let isLimited = true;
  const request: FetchPlace = (name) => {
    requested.push(name);
    return Promise.resolve(isLimited ? { retryAfterSeconds: 7 } : "valid");
  };
  const check = createPlaceChecker(request, (ms) => {
    waits.push(ms);
    isLimited = false;
    return Promise.resolve();
  });
  expect(await Promise.all(["one", "two"].map(check))).toEqual(["valid", "valid"]);
  expect(waits).toContain(7000);
  expect(requested.filter((name) => name === "one").length).toBeGreaterThan(1);
});

test.each<["valid" | "invalid" | "unchecked" | "lost", number]>([
  ["valid", 1],
  ["invalid", 1],
  ["unchecked", 2],
  ["lost", 2],
])("%s, looked up twice, takes %i requests", async (verdict, calls) => {
  let requested = 0;
  const check = createPlaceChecker(() => {
    requested += 1;
    return Promise.resolve(verdict);
  }, never);
  expect(await check("webdev")).toBe(verdict);
  expect(await check("WebDev")).toBe(verdict);
  expect(requested).toBe(calls);
});

test("a failed request releases its slot", async () => {
  const check = createPlaceChecker(
    (name) => (name === "bad_one" ? Promise.reject(new Error("bug")) : Promise.resolve("valid" as const)),
    never,
  );
  const names = ["bad_one", "bad_one", "bad_one", "bad_one", "bad_one", "fine"];
  const settled = await Promise.allSettled(names.map(check));
  expect(settled.map((one) => one.status)).toEqual([...Array<string>(5).fill("rejected"), "fulfilled"]);
});
