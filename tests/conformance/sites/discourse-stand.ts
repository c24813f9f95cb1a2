import type { FailureRule } from "../../../sandbox/failures";
import { dyingForums, forumHosts, type ForumName, startForums } from "../../support/forums";
import type { ForumStand } from "./stand";

const service = "discourse";

/** The sandbox forums, including one in a folder. */
export async function startDiscourse(): Promise<ForumStand> {
  const stage = await startForums();
  const { world, failures, site } = stage;
  const nameOf = (place: string) =>
    (Object.keys(forumHosts) as ForumName[]).find((name) => forumHosts[name] === place)!;
  const write: ForumStand["write"] = (place, kind, words) => {
    const draft = kind === "post" ? { title: words } : { topic: 1, text: words };
    return `${place}:post:${world.write(nameOf(place), draft)}`;
  };
  const end = (state: "deleted" | "by-author" | "hidden") => (fullname: string) => {
    const [place = "", , number] = fullname.split(":");
    world.end(nameOf(place), Number(number), state);
  };
  const error = (kind: ForumStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...{ name, kind },
    begin: ({ times }: { times?: number }) => void failures.set({ ...failure, service, count: times }),
  });
  return {
    site,
    reads: "forums",
    request: () => site.fetchPosts(forumHosts.harbour, null),
    places: [forumHosts.harbour, forumHosts.workbench, forumHosts.boathouse],
    write,
    // A topic has the number of its first post in the sandbox.
    reply: (place, root, words) => {
      const topic = Number(root.split(":").at(-1));
      return `${place}:post:${world.write(nameOf(place), { topic, text: words })}`;
    },
    editReply: (fullname, text) => {
      const [place = "", , number] = fullname.split(":");
      world.edit(nameOf(place), Number(number), { text });
    },
    writeMany: (place, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(place, kind, `${words} number ${n}`)),
    endings: { deleted: end("deleted"), "by its author": end("by-author"), hidden: end("hidden") },
    pauses: [],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("malformed", "JSON cut off", { mode: "truncated" }),
      error("malformed", "JSON of another kind", { mode: "empty" }),
      error("missing", "no forum", { mode: "json", status: 404 }),
      error("missing", "a forum that is gone", { mode: "html", status: 410 }),
      error("forbidden", "a forum for its members", { mode: "json", status: 403 }),
      error("blocked", "403 as a page", { mode: "html", status: 403 }),
      error("rate-limited", "429", { mode: "too-many", retryAfter: 3 }),
      error("rate-limited", "429 as a page", { mode: "too-many", page: true }),
      error("malformed", "an address that leads nowhere", { mode: "json", status: 301 }),
      error("unavailable", "silence", { mode: "silence", waitSeconds: 30 }),
      error("unavailable", "a body that comes too slowly", { mode: "slow", waitSeconds: 8 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
      error("unavailable", "an answer that is lost", { mode: "lost" }),
    ],
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: stage.pollOnce,
    pollDying: (after) => stage.pollOnce({ site: dyingForums(site, after) }),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
