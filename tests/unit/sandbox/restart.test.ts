import { expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../sandbox/sandbox";

const hourMs = 3_600_000;
/** A sandbox lives as long as its process, but an app keeps data about it for longer. */
const startAt = (atMs: number) => createSandbox({ clock: "manual", startMs: atMs, historyHours: 0 });

/** Returns the ids of items written within an hour. An app recognizes items by their ids. */
function writtenBy(sandbox: Sandbox): string[] {
  sandbox.clock.advance(hourMs);
  const { hackerNews, lobsters, discourse, feeds } = sandbox;
  const tip = hackerNews.world.tip();
  const numbers = hackerNews.world.written(0, tip).map(({ id }) => `hackernews ${id}`);
  const [story] = [lobsters.world.write({ title: "By hand" })];
  const posts = discourse.world.shown("harbour").map(({ number }) => `forum ${number}`);
  const entry = feeds.world.write("ledger", { title: "By hand" });
  return [...numbers, `lobsters ${story}`, ...posts, `feed ${entry}`];
}

it("never reuses ids of an earlier start", () => {
  const firstMs = Date.UTC(2026, 10, 23);
  const first = writtenBy(startAt(firstMs));
  const second = writtenBy(startAt(firstMs + hourMs + 10_000));
  expect(first.length).toBeGreaterThan(400);
  expect(second.filter((one) => first.includes(one))).toEqual([]);
});

it("reports numbers between two starts as deleted, so the app doesn't wait for them", () => {
  const { hackerNews } = startAt(Date.UTC(2026, 10, 23));
  const tip = hackerNews.world.tip();
  expect(hackerNews.world.find(tip - 100)?.state).toBe("deleted");
  expect(hackerNews.world.find(1)).toBeUndefined();
});
