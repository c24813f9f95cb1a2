import { availableParallelism } from "node:os";
import { setImmediate } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { hashPassword, isPassword } from "@/server/accounts/passwords";

// Number of hashes in progress.
const work = vi.hoisted(() => ({ running: 0, max: 0, fails: false }));
vi.mock("@node-rs/argon2", async (original) => {
  const real = await original<typeof import("@node-rs/argon2")>();
  const counted = async <T>(run: () => Promise<T>): Promise<T> => {
    work.running += 1;
    work.max = Math.max(work.max, work.running);
    await setImmediate();
    work.running -= 1;
    if (work.fails) throw new Error("no memory");
    return run();
  };
  return {
    hash: (...input: Parameters<typeof real.hash>) => counted(() => real.hash(...input)),
    verify: (...input: Parameters<typeof real.verify>) => counted(() => real.verify(...input)),
  };
});

beforeEach(() => Object.assign(work, { running: 0, max: 0, fails: false }));

test("uses argon2id with the documented cost and a new salt each time", async () => {
  const [one, other] = [await hashPassword("Listen-2026"), await hashPassword("Listen-2026")];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await isPassword("Listen-2026", one)).toBe(true);
  expect(await isPassword("Listen-2027", one)).toBe(false);
});

test("limits 60 parallel hashes to the spare cores", async () => {
  const responses = await Promise.all(Array.from({ length: 60 }, () => isPassword("Listen-2026", null)));
  expect(responses).toEqual(Array(60).fill(false));
  expect(work.max).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1));
});

test("a failed hash releases its slot", async () => {
  work.fails = true;
  const failed = await Promise.allSettled(Array.from({ length: 20 }, () => hashPassword("Listen-2026")));
  expect(failed.every(({ status }) => status === "rejected")).toBe(true);
  work.fails = false;
  expect(await isPassword("Listen-2026", null)).toBe(false);
});

test("normalizes composed and decomposed characters in passwords", async () => {
  expect(await isPassword("Caf\u00e9-2026", await hashPassword("Cafe\u0301-2026"))).toBe(true);
});
