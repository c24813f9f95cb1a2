import { expect, it } from "vitest";
import type { User } from "@/generated/prisma/client";
import { applyFreeLimits } from "@/server/billing/free-limits";
import { retain } from "@/server/operation/retention";
import { prisma } from "@/server/platform/database";
import { createSubscription, createUser, createWatch } from "../../../prisma/factories";

const now = new Date("2026-11-22T12:00:00.000Z");
const at = (hour: number) => new Date(now.getTime() - hour * 3_600_000);

/** Creates six watches in descending order of time. The owner paused the second. */
async function filled(user: User): Promise<void> {
  for (let n = 1; n <= 6; n += 1) {
    const isActive = n !== 2;
    await createWatch(user, { keyword: `word ${n}`, createdAt: at(n), isActive, pausedBy: null });
  }
}

async function getWatches({ id: userId }: User) {
  const found = await prisma().watch.findMany({ where: { userId }, orderBy: { createdAt: "desc" } });
  return found.map(({ isActive, pausedBy }) => (isActive ? "active" : pausedBy));
}

it("pauses unpaid watches over the Free limit once billing is on, except the oldest", async () => {
  const people = await Promise.all(["never", "canceled", "active", "past_due"].map(() => createUser()));
  const [, ended, active, late] = people as [User, User, User, User];
  await createSubscription(ended, { status: "canceled" });
  await createSubscription(active);
  await createSubscription(late, { status: "past_due" });
  for (const person of people) await filled(person);
  const few = await createUser();
  for (const keyword of ["a", "b", "c"]) await createWatch(few, { keyword });

  await retain(now, () => true);
  const limited = ["plan", null, "plan", "active", "active", "active"];
  const whole = ["active", null, "active", "active", "active", "active"];
  expect(await Promise.all(people.map(getWatches))).toEqual([limited, limited, whole, whole]);
  expect(await getWatches(few)).toEqual(["active", "active", "active"]);
  expect(await applyFreeLimits(now, 10)).toBe(0);
});

it("continues in chunks until all users are done", async () => {
  const people = await Promise.all([createUser(), createUser(), createUser()]);
  for (const person of people) await filled(person);
  expect(await applyFreeLimits(now, 2)).toBe(2);
  expect(await applyFreeLimits(now, 2)).toBe(1);
  expect(
    await prisma().watch.count({ where: { userId: { in: people.map(({ id }) => id) }, isActive: true } }),
  ).toBe(9);
});
