import type { FailureRule } from "../../../sandbox/failures";
import type { RefusalKind } from "../../../sandbox/github/limits";
import { dyingTrackers, startTrackers } from "../../support/trackers";
import type { TrackerStand } from "./stand";

const service = "github";
const places = ["tidewater/app", "quiet-ledger/sync"] as const;

/** The sandbox's GitHub, read with a token. */
export async function startGitHub(): Promise<TrackerStand> {
  const stage = await startTrackers();
  const { world, failures, limits, site } = stage;
  const write: TrackerStand["write"] = (place, kind, words) => {
    if (kind === "post") return `github:${place}#${world.write(place, { title: words, text: "A text." })}`;
    return `github:${place}:issuecomment-${world.comment(place, 1, { text: words })}`;
  };
  /** The issues of replies, by comment. */
  const issues = new Map<number, number>();
  const end = (state: "deleted" | "hidden") => (fullname: string) => {
    const [, place = "", number, comment] =
      /^github:([^#:]+)(?:#(\d+))?(?::issuecomment-(\d+))?$/.exec(fullname) ?? [];
    if (comment === undefined) world.end(place, Number(number), state);
    else world.endComment(place, issues.get(Number(comment)) ?? 1, Number(comment));
  };
  const error = (kind: TrackerStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...{ name, kind },
    begin: ({ times }: { times?: number }) => void failures.set({ ...failure, service, count: times }),
  });
  const refusal = (name: string, kind: RefusalKind) => ({
    ...{ name, kind: "rate-limited" as const },
    begin: ({ times = 1_000 }: { times?: number }) => limits.order(kind, times),
  });
  const refusals = [
    refusal("403 without requests left", "spent"),
    refusal("429 with a time", "retry-after"),
    refusal("a secondary limit", "secondary"),
  ];
  const [place] = places;
  const from = { list: "issues", mark: null, next: null, since: stage.clock(), hasNews: false };
  await site.fetchChanges(place, from);
  return {
    ...{ site, reads: "trackers", places, nobodys: "nobody/nothing", write },
    request: () => site.fetchChanges(place, from),
    reply: (place, root, words) => {
      const number = Number(root.split("#")[1]);
      const comment = world.comment(place, number, { text: words });
      issues.set(comment, number);
      return `github:${place}:issuecomment-${comment}`;
    },
    editReply: (fullname, text) => {
      const [, place = "", comment] = /^github:([^#:]+):issuecomment-(\d+)$/.exec(fullname) ?? [];
      world.edit(place, issues.get(Number(comment))!, text, Number(comment));
    },
    writeMany: (name, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(name, kind, `${words} number ${n}`)),
    endings: { deleted: end("deleted"), hidden: end("hidden") },
    // The first lasts until the next hour.
    pauses: refusals.slice(1),
    errors: [
      ...refusals,
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("malformed", "JSON cut off", { mode: "truncated" }),
      error("malformed", "JSON of another kind", { mode: "empty" }),
      error("missing", "no repository", { mode: "json", status: 404 }),
      error("missing", "no issues", { mode: "json", status: 410 }),
      error("forbidden", "a repository taken down", { mode: "json", status: 451 }),
      error("forbidden", "403", { mode: "json", status: 403 }),
      error("blocked", "403 as a page", { mode: "html", status: 403 }),
      error("unauthorized", "401", { mode: "json", status: 401 }),
      error("malformed", "a redirect to nowhere", { mode: "json", status: 301 }),
      error("unavailable", "silence", { mode: "silence", waitSeconds: 30 }),
      error("unavailable", "a body that comes too slowly", { mode: "slow", waitSeconds: 8 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
      error("unavailable", "an answer that is lost", { mode: "lost" }),
    ],
    heal: () => failures.clear(),
    ...{ now: stage.clock, advance: stage.advance, pollOnce: stage.pollOnce },
    pollDying: (after) => stage.pollOnce({ site: dyingTrackers(site, after) }),
    ...{ recheck: stage.recheckOnce, close: stage.close },
  };
}
