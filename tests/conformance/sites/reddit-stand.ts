import type { FailureRule } from "../../../sandbox/failures";
import { getContent } from "../../../sandbox/reddit/entry";
import { startPolling } from "../../support/polling";
import { Budget } from "@/server/reading/budget";
import { recheck } from "@/server/reading/recheck";
import type { Fault } from "@/server/platform/run-context";
import type { PagedStand, Trouble } from "./stand";

/** Reddit in the sandbox. */
export async function startReddit(): Promise<PagedStand> {
  const polling = await startPolling({ timeoutMs: 4_000 });
  const { world, failures, site, clock } = polling;
  polling.sandbox.reddit.habits.privateMember = "refuses";
  const issue = (name: string, failure: Omit<FailureRule, "subreddit" | "kind" | "count">): Trouble => ({
    name,
    begin: ({ place, kind, times }) =>
      void failures.set({ ...failure, subreddit: place, kind, count: times }),
  });
  const error = (kind: PagedStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...issue(name, failure),
    kind,
  });
  return {
    site,
    reads: "pages",
    request: () => site.fetchNewest({ places: ["webdev", "startups"], kind: "post" }),
    places: ["webdev", "startups"],
    nobodys: "no_such_sub_at_all",
    write: (place, kind, words) =>
      kind === "post"
        ? world.post({ subreddit: place, title: words })
        : world.comment({ subreddit: place, body: words }),
    reply: (place, root, words) => world.comment({ subreddit: place, body: words, on: root }),
    editReply: (fullname, text) => void Object.assign(getContent(world.find(fullname)!), { text }),
    writeMany: (place, kind, words, count) =>
      world.burst(place, kind, count, { keyword: words, overSeconds: 50 }),
    endings: {
      removed: (fullname) => world.remove(fullname),
      deleted: (fullname) => world.delete(fullname),
      gone: (fullname) => world.vanish(fullname),
    },
    refusals: ["private", "banned", "quarantined", "gated", "missing"],
    setHealth: (place, health) => world.setHealth(place, health),
    failures: [
      issue("a page of HTML instead of JSON", { mode: "html", status: 200 }),
      issue("HTML with 503", { mode: "html", status: 503 }),
      issue("JSON cut off in the middle", { mode: "truncated" }),
      issue("silence until the time-out", { mode: "silence", waitSeconds: 30 }),
      issue("a connection that breaks", { mode: "cut" }),
      issue("an empty page for ever", { mode: "empty" }),
    ],
    pauses: [
      issue("a 429 with Retry-After", { mode: "too-many", retryAfter: 30 }),
      issue("a 429 as a page, without", { mode: "too-many", page: true }),
      issue("a refusal at the edge", { mode: "blocked" }),
    ],
    denials: [
      issue("403 for everything", { mode: "json", status: 403 }),
      issue("404 for everything", { mode: "json", status: 404 }),
    ],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("malformed", "JSON cut off", { mode: "truncated" }),
      error("rate-limited", "429", { mode: "too-many", retryAfter: 3 }),
      error("rate-limited", "429 as a page", { mode: "too-many", page: true, retryAfter: 2 }),
      error("blocked", "the edge's refusal", { mode: "blocked" }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
      error("unavailable", "an answer that is lost", { mode: "lost" }),
    ],
    heal: () => failures.clear(),
    now: clock,
    advance: (ms) => void world.advance(ms),
    pollOnce: polling.pollOnce,
    pollDying: (after) => {
      let pages = 0;
      const fetchNewest: typeof site.fetchNewest = async (query) => {
        // Simulates a killed process.
        if (query.kind === "post" && ++pages > after) throw new Error("killed");
        return site.fetchNewest(query);
      };
      return polling.pollOnce({ site: { ...site, fetchNewest } });
    },
    recheck: async () => {
      const faults: Fault[] = [];
      const budget = new Budget({
        clientId: "sandbox-client",
        allShare: 0,
        window: site.window,
        clock,
        sleep: async () => {},
      });
      const deadline = new Date(clock().getTime() + 60_000);
      return { ...(await recheck({ clock, site, budget, deadline, faults })), faults };
    },
    close: polling.close,
  };
}
