import type { FailureRule } from "../../../sandbox/failures";
import type { ItemKind } from "@/domain/reading/item";
import { dyingPages, startWholePages } from "../../support/whole-pages";
import type { Trouble, WholeStand } from "./stand";

const service = "lobsters";
const broken = { mode: "json", status: 500, service } as const;
const getPath = (kind: ItemKind) => (kind === "post" ? "^/newest" : "^/comments");
const getId = (fullname: string) => fullname.slice("lobsters:s/".length);

/** Lobsters in the sandbox. */
export async function startLobsters(): Promise<WholeStand & { failOne(fullname: string): void }> {
  const stage = await startWholePages();
  const { world, failures, site } = stage;
  const issue = (name: string, failure: FailureRule): Trouble => ({
    name,
    begin: ({ times }) => void failures.set({ ...failure, service, count: times }),
  });
  const error = (kind: WholeStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...issue(name, failure),
    kind,
  });
  const write: WholeStand["write"] = (_place, kind, words) =>
    kind === "post"
      ? `lobsters:s/${world.write({ title: words, url: "https://example.com/" })}`
      : `lobsters:c/${world.write({ story: world.newest()[0]!.shortId, text: words })}`;
  return {
    site,
    reads: "pages",
    request: () => site.fetchNewest({ places: ["all"], kind: "post" }),
    places: ["all"],
    write,
    reply: (_place, root, words) => `lobsters:c/${world.write({ story: getId(root), text: words })}`,
    editReply: (fullname, text) => world.edit(getId(fullname), { text }),
    writeMany: (place, kind, words, count) =>
      Array.from({ length: count }, (_, n) => write(place, kind, `${words} number ${n}`)),
    edit: (fullname, words) => world.edit(getId(fullname), { title: words, text: words }),
    endings: {
      deleted: (fullname) => world.end(getId(fullname), "deleted"),
      moderated: (fullname) => world.end(getId(fullname), "moderated"),
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
      error("malformed", "JSON cut off", { mode: "truncated" }),
      error("malformed", "JSON of another kind", { mode: "empty" }),
      error("malformed", "a list that is not there", { mode: "json", status: 404 }),
      error("unauthorized", "JSON with 401", { mode: "json", status: 401 }),
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
      issue("404 for everything", { mode: "json", status: 404 }),
      issue("503 for everything", { mode: "json", status: 503 }),
      issue("a page of HTML instead of JSON", { mode: "html", status: 200 }),
      issue("JSON cut off in the middle", { mode: "truncated" }),
      issue("JSON of another kind", { mode: "empty" }),
      issue("silence until the time-out", { mode: "silence", waitSeconds: 30 }),
      issue("a body that comes too slowly", { mode: "slow", waitSeconds: 8 }),
      issue("connections that break", { mode: "cut" }),
      issue("an address that moved", { mode: "json", status: 301 }),
    ],
    requests: () => stage.lobsters.requested,
    /** The item's own URL fails. */
    failOne: (fullname) => void failures.set({ ...broken, path: `^/c/${getId(fullname)}\\.json` }),
    failList: (kind) => void failures.set({ ...broken, path: getPath(kind) }),
    failPage: (kind, page) => void failures.set({ ...broken, path: `${getPath(kind)}/page/${page}\\b` }),
    meanwhile: (happens) => void (stage.meanwhile.happens = happens),
    commentOn: (fullname, words) => `lobsters:c/${world.write({ story: getId(fullname), text: words })}`,
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: stage.pollOnce,
    pollDying: (after) => Promise.allSettled([stage.pollOnce({ site: dyingPages(site, after) })]),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
