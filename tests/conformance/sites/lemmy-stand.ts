import type { FailureRule } from "../../../sandbox/failures";
import type { State } from "../../../sandbox/lemmy/world";
import { lemmyHosts, startLemmySandbox } from "../../support/lemmy";
import { dyingWalks } from "../../support/walks";
import type { WalkStand } from "./stand";

const service = "lemmy";
const load = { sources: 1, slowdown: 1 };

/** The sandbox's instances: a Lemmy and a PieFed server. */
export async function startLemmy(): Promise<WalkStand> {
  const stage = await startLemmySandbox();
  const { world, failures, site } = stage;
  const nameOf = (place: string) => (place.endsWith(lemmyHosts.reef) ? "reef" : "tidepool");
  const write: WalkStand["write"] = (place, kind, words) => {
    const name = nameOf(place);
    if (kind === "post") return `${place}:p:${world.write(name, { title: words })}`;
    return `${place}:c:${world.write(name, { post: world.known(name).items.p[0]!.id, text: words })}`;
  };
  const end = (state: State) => (fullname: string) => {
    const [place = "", letter, id] = fullname.split(":");
    world.end(nameOf(place), letter === "c" ? "c" : "p", Number(id), state);
  };
  const error = (kind: WalkStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...{ name, kind },
    begin: ({ times }: { times?: number }) =>
      void failures.set({ ...failure, service, path: "/list", count: times }),
  });
  const host = lemmyHosts.tidepool;
  const requested = { ...load, places: [{ name: host, since: stage.clock() }], now: stage.clock() };
  const refusal = (error: string, status = 400): FailureRule => ({
    mode: "text",
    status,
    text: JSON.stringify({ error }),
  });
  return {
    site,
    reads: "walks",
    request: () => site.step(host, null, requested),
    places: [host, lemmyHosts.reef],
    write,
    reply: (place, root, words) =>
      `${place}:c:${world.write(nameOf(place), { post: Number(root.split(":").at(-1)), text: words })}`,
    editReply: (fullname, text) => {
      const [place = "", , id] = fullname.split(":");
      world.edit(nameOf(place), "c", Number(id), text);
    },
    writeMany: (place, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(place, kind, `${words} number ${n}`)),
    endings: { deleted: end("deleted"), removed: end("removed"), purged: end("purged") },
    pauses: [],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("blocked", "HTML with 403", { mode: "html", status: 403 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("rate-limited", "429", { mode: "too-many", retryAfter: 3 }),
      error("rate-limited", "429 as a page", { mode: "too-many", page: true }),
      error("rate-limited", "its own word for it", refusal("rate_limit_error")),
      error("forbidden", "a private instance", refusal("instance_is_private")),
      error("malformed", "another error", refusal("couldnt_get_posts")),
      error("malformed", "JSON cut off", { mode: "truncated" }),
      error("malformed", "JSON of another kind", { mode: "empty" }),
      error("unavailable", "silence", { mode: "silence", waitSeconds: 30 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
      error("unavailable", "an answer that is lost", { mode: "lost" }),
    ],
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: stage.pollOnce,
    pollDying: (after) => stage.pollOnce({ site: dyingWalks(site, after) }),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
