import { beforeEach, expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as watches from "@/app/api/keywords/[id]/route";
import type { WatchView } from "@/contract/watch";
import { isNoisy, noisyMatches } from "@/domain/delivery/noisy-keywords";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { listMailTotals } from "@/server/delivery/statements/messages";
import { pool, prisma } from "@/server/platform/database";
import { emptyOutbox } from "../support/pending-email";
import { receive, getItems } from "../support/overflowing";
import { signedIn } from "../support/signed-in";

beforeEach(emptyOutbox);

const noon = new Date("2026-11-21T12:00:00Z");
const after = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

async function arrange() {
  const person = await signedIn();
  const watch = await createWatch(person.user, { keyword: "tide", emailNotification: true });
  const other = await createWatch(person.user, { keyword: "tidewater", emailNotification: true });
  const noisyAt = async ({ id }: typeof watch) =>
    (await person.request<{ watch: WatchView }>(watches, "GET", `/keywords/${id}`, { params: { id } })).body
      .watch.noisyAt;
  return { watch, other, noisyAt };
}

/** Returns the keyword counts of the latest email. */
async function result(now: Date) {
  await enqueueDueDeliveries(now);
  const newest = await prisma().delivery.findFirstOrThrow({ orderBy: { createdAt: "desc" } });
  const [total] = await listMailTotals(pool(), [newest.id], now);
  return total!.keywords.map(({ keyword, count, isNoisy }) => [keyword, count, isNoisy]);
}

test("a watch is noisy from the first match over the threshold until a day after the last", async () => {
  const { watch, other, noisyAt } = await arrange();
  await receive([watch], getItems(noisyMatches, noon), noon);
  expect(await noisyAt(watch)).toBeNull();
  await receive([watch, other], getItems(1, after(1)), after(1));
  expect(await noisyAt(watch)).toBe(after(1).toISOString());
  expect(await noisyAt(other)).toBeNull();
  expect(await result(after(1))).toEqual([
    ["tide", noisyMatches + 1, true],
    ["tidewater", 1, false],
  ]);

  // The next day counts from its start.
  await receive([watch], getItems(2, after(24)), after(24));
  expect(await noisyAt(watch)).toBe(after(1).toISOString());
  expect(await result(after(24))).toEqual([["tide", 2, true]]);
  await receive([watch], getItems(1, after(26)), after(26));
  expect(await result(after(26))).toEqual([["tide", 1, false]]);
});

test("detects noise within a single recording", async () => {
  const { watch, noisyAt } = await arrange();
  await receive([watch], getItems(noisyMatches + 1, noon), noon);
  expect(await noisyAt(watch)).toBe(noon.toISOString());
});

test.each([
  ["never", null, false],
  ["just now", 0, true],
  ["a day ago but a moment", 23.99, true],
  ["a day ago", 24, false],
])("is noisy if the threshold was last exceeded %s", (_, hours, expected) => {
  expect(isNoisy(hours === null ? null : after(-hours).toISOString(), noon)).toBe(expected);
});
