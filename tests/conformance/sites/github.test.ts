import { expect, test } from "vitest";
import type { ChangesPage } from "@/domain/reading/tracker";
import { startTrackers } from "../../support/trackers";

test("reads all large issues that changed in the same second, on pages of 20", async () => {
  // A busy machine needs seconds for a page of 6 MB.
  const stage = await startTrackers({ timeoutMs: 60_000 });
  const place = "tidewater/app";
  const since = stage.clock();
  const written = Array.from({ length: 45 }, (_, n) =>
    stage.world.write(place, { title: `An issue ${n}`, text: "a ".repeat(150_000) }),
  );
  stage.advance(60_000);
  const found = new Set<string | number>();
  for (let next: string | null = null, isFirst = true; isFirst || next !== null; isFirst = false) {
    const from = { list: "issues", mark: null, next, since, hasNews: true };
    const page: ChangesPage = await stage.site.fetchChanges(place, from);
    for (const { number } of page.openings) found.add(number);
    ({ next } = page);
  }
  await stage.close();
  expect(written.filter((number) => !found.has(number))).toEqual([]);
});
