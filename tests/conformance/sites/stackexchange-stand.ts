import type { FailureRule } from "../../../sandbox/failures";
import { startStackExchangeSandbox } from "../../support/stackexchange";
import { dyingWalks } from "../../support/walks";
import type { WalkStand } from "./stand";

const service = "stackexchange";
const load = { sources: 1, slowdown: 1 };

/** The sandbox's Stack Exchange, with a key. */
export async function startStackExchange(): Promise<WalkStand> {
  const stage = await startStackExchangeSandbox();
  const { world, failures, site, stackExchange } = stage;
  const questions = new Map<string, number>();
  const searchFor = (place: string) => {
    const known = questions.get(place) ?? world.write({ site: place, title: "Where to start?" });
    questions.set(place, known);
    return known;
  };
  let isAnswer = false;
  const write: WalkStand["write"] = (place, kind, words) =>
    kind === "post"
      ? `${place}:q:${world.write({ site: place, title: words })}`
      : `${place}:c:${world.write({ site: place, post: searchFor(place), text: words })}`;
  const error = (kind: WalkStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...{ name, kind },
    begin: ({ times }: { times?: number }) =>
      void failures.set({ ...failure, service, path: "questions|answers|comments", count: times }),
  });
  const requested = {
    ...load,
    places: [{ name: "stackoverflow", since: stage.clock() }],
    now: stage.clock(),
  };
  const { state } = await site.step("stackoverflow", null, requested);
  const allDue = { ...requested, now: new Date(stage.clock().getTime() + 3_600_000) };
  return {
    site,
    reads: "walks",
    request: () => site.step("stackoverflow", state, allDue),
    places: ["stackoverflow", "serverfault"],
    write,
    // Answers and comments in turn.
    reply: (place, root, words) => {
      const id = Number(root.split(":").at(-1));
      isAnswer = !isAnswer;
      return isAnswer
        ? `${place}:a:${world.write({ site: place, question: id, text: words })}`
        : `${place}:c:${world.write({ site: place, post: id, text: words })}`;
    },
    editReply: (fullname, text) => {
      const [place = "", kind, id] = fullname.split(":");
      world.edit(place, kind === "c" ? "comment" : "post", Number(id), text);
    },
    writeMany: (place, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(place, kind, `${words} number ${n}`)),
    endings: {
      deleted: (fullname) => {
        const [place = "", kind, id] = fullname.split(":");
        world.end(place, kind === "c" ? "comment" : "post", Number(id));
      },
    },
    pauses: [
      {
        name: "a used up quota",
        begin: () => void (stackExchange.switches.throttledUntilMs = world.clock.nowMs() + 60_000),
      },
    ],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("blocked", "HTML with 403", { mode: "html", status: 403 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("rate-limited", "HTML with 429", { mode: "too-many", page: true }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("unavailable", "error 503", {
        ...{ mode: "text", status: 400 },
        text: '{"error_id":503,"error_name":"temporarily_unavailable","error_message":"later"}',
      }),
      error("missing", "an unknown site", {
        ...{ mode: "text", status: 400 },
        text: '{"error_id":400,"error_name":"bad_parameter","error_message":"No site found for name `x`"}',
      }),
      error("unavailable", "a compressed body cut off", { mode: "truncated" }),
      error("malformed", "JSON of another kind", { mode: "text", status: 200, text: "{}" }),
      error("unavailable", "silence", { mode: "silence", waitSeconds: 30 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
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
