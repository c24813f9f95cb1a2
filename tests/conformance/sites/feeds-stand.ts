import type { FailureRule } from "../../../sandbox/failures";
import { getPlace } from "@/sites/feeds/address";
import { startLists } from "../../support/lists";
import type { ListStand } from "./stand";

const service = "feeds";

/** Blogs in the sandbox. */
export async function startFeeds(): Promise<ListStand> {
  const stage = await startLists();
  const { world, failures, site } = stage;
  const names = ["tidings", "kettle"] as const;
  const [one, other] = names.map(stage.placeNamed);
  const nameOf = (place: string) => names[place === one ? 0 : 1];
  const issue = (
    kind: ListStand["failures"][number]["kind"],
    name: string,
    failure: FailureRule,
  ): ListStand["failures"][number] => ({
    ...{ name, kind },
    begin: ({ place, times }) =>
      void failures.set({
        ...{ ...failure, service, count: times },
        ...(place !== undefined && { path: `${nameOf(place)}/feed` }),
      }),
  });
  return {
    site,
    places: [one!, other!],
    getPage: (place) => getPlace(`${stage.sandbox.url}/feeds/${nameOf(place)}`)!,
    write: (place, words) => world.write(nameOf(place), { title: words }),
    endings: {
      deleted: (place, id) => world.end(nameOf(place), id, "deleted"),
      gone: (place, id) => world.end(nameOf(place), id, "gone"),
    },
    failures: [
      issue("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      issue("malformed", "a page of HTML instead", { mode: "html", status: 200 }),
      issue("malformed", "JSON of another kind", { mode: "empty" }),
      issue("unavailable", "a connection that breaks", { mode: "cut" }),
      issue("unavailable", "an answer that is lost", { mode: "lost" }),
      issue("unavailable", "silence until the time-out", { mode: "silence", waitSeconds: 30 }),
      issue("unavailable", "a body that comes too slowly", { mode: "slow", waitSeconds: 8 }),
      issue("rate-limited", "a 429 with Retry-After", { mode: "too-many", retryAfter: 30 }),
      issue("missing", "404", { mode: "json", status: 404 }),
      issue("missing", "410", { mode: "json", status: 410 }),
      issue("forbidden", "403", { mode: "json", status: 403 }),
    ],
    freshMs: 6 * 60_000,
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: () => stage.pollOnce(),
    pollDying: () =>
      stage.pollOnce({
        site: {
          ...site,
          fetchList: async (place, marks, signal) => {
            await site.fetchList(place, marks, signal);
            throw new Error("killed");
          },
        },
      }),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
