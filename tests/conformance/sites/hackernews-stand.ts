import type { FailureRule } from "../../../sandbox/failures";
import { dyingSequence, startSequence } from "../../support/sequence";
import type { SequenceStand, Trouble } from "./stand";

const service = "hackernews";

/** Hacker News in the sandbox. */
export async function startHackerNews(): Promise<SequenceStand> {
  const stage = await startSequence({ timeoutMs: 4_000 });
  const { world, failures, site } = stage;
  const issue = (name: string, failure: FailureRule): Trouble => ({
    name,
    begin: ({ times }) => void failures.set({ ...failure, service, count: times }),
  });
  const error = (kind: SequenceStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...issue(name, failure),
    kind,
  });
  const getNumber = (fullname: string) => Number(fullname.slice("hn:".length));
  const replies = new Map<string, number>();
  const write: SequenceStand["write"] = (_place, kind, words) =>
    `hn:${world.write(kind === "post" ? { title: words } : { text: words, parent: world.tip() })}`;
  return {
    site,
    reads: "sequence",
    request: () => site.fetchTip(),
    places: ["all"],
    write,
    // A reply to the latest reply of the thread.
    reply: (_place, root, words) => {
      const parent = replies.get(root) ?? getNumber(root);
      replies.set(root, world.write({ text: words, parent }));
      return `hn:${replies.get(root)!}`;
    },
    editReply: (fullname, text) => world.edit(getNumber(fullname), { text }),
    writeMany: (place, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(place, kind, `${words} number ${n}`)),
    edit: (fullname, words) => world.edit(getNumber(fullname), { title: words }),
    endings: {
      deleted: (fullname) => world.end(getNumber(fullname), "deleted"),
      dead: (fullname) => world.end(getNumber(fullname), "dead"),
    },
    pauses: [
      issue("a 429 with Retry-After", { mode: "too-many", retryAfter: 30 }),
      issue("a 429 as a page, without", { mode: "too-many", page: true }),
      issue("a refusal of who asks too much", { mode: "json", status: 403 }),
    ],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("unauthorized", "JSON with 401", { mode: "json", status: 401 }),
      error("malformed", "JSON of another kind", { mode: "empty" }),
      error("rate-limited", "429", { mode: "too-many", retryAfter: 3 }),
      error("rate-limited", "429 as a page", { mode: "too-many", page: true, retryAfter: 2 }),
      error("blocked", "403 as a page", { mode: "html", status: 403 }),
      error("malformed", "an address that moved", { mode: "json", status: 301 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
      error("unavailable", "an answer that is lost", { mode: "lost" }),
    ],
    failures: [
      issue("401 for everything", { mode: "json", status: 401 }),
      issue("403 for everything", { mode: "json", status: 403 }),
      issue("503 for everything", { mode: "json", status: 503 }),
      issue("a page of HTML instead of JSON", { mode: "html", status: 200 }),
      issue("JSON cut off in the middle", { mode: "truncated", path: "item/" }),
      issue("silence until the time-out", { mode: "silence", waitSeconds: 30 }),
      issue("silence of the items alone", { mode: "silence", waitSeconds: 30, path: "item/" }),
      issue("a body that comes too slowly", { mode: "slow", waitSeconds: 8 }),
      issue("connections that break", { mode: "cut" }),
      issue("an address that moved", { mode: "json", status: 301 }),
    ],
    failOne: (fullname) =>
      void failures.set({ mode: "json", status: 500, service, path: `item/${getNumber(fullname)}.json` }),
    refuseAfter: (skip) => void failures.set({ mode: "too-many", service, path: "item/", skip, count: 1 }),
    hide: (fullname, reads) => world.hide(getNumber(fullname), reads),
    delay: (words, delayedSeconds) =>
      `hn:${world.write({ text: words, parent: world.tip(), delayedSeconds })}`,
    freeze: (isFrozen) => world.freeze(isFrozen),
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: stage.pollOnce,
    pollDying: (after) => Promise.allSettled([stage.pollOnce({ site: dyingSequence(site, after) })]),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
