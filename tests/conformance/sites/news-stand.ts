import type { FailureRule } from "../../../sandbox/failures";
import { getFullname } from "@/sites/news/address";
import { dyingFiles, startFiles } from "../../support/files";
import type { FileStand } from "./stand";

const service = "news";

/** News in the sandbox. */
export async function startNews(): Promise<FileStand> {
  const stage = await startFiles();
  const { world, failures, site } = stage;
  const trouble = (name: string, failure: FailureRule) => ({
    name,
    begin: ({ times }: { times?: number } = {}) => void failures.set({ ...failure, service, count: times }),
  });
  const error = (kind: FileStand["errors"][number]["kind"], name: string, failure: FailureRule) => ({
    ...trouble(name, failure),
    kind,
  });
  return {
    site,
    place: "harbour-herald.example",
    request: () => site.fetchLatest(null),
    write: (title, how = {}) => getFullname(world.write({ title, ...how })),
    faults: (faults) => void Object.assign(world.faults, faults),
    mend: () => world.mend(),
    pauses: [
      trouble("a 429 with Retry-After", { mode: "too-many", retryAfter: 30 }),
      trouble("a 429 as a page, without", { mode: "too-many", page: true }),
    ],
    errors: [
      error("malformed", "HTML with 200", { mode: "html", status: 200 }),
      error("unavailable", "HTML with 503", { mode: "html", status: 503 }),
      error("unavailable", "JSON with 500", { mode: "json", status: 500 }),
      error("rate-limited", "429", { mode: "too-many", retryAfter: 3 }),
      error("malformed", "an address that moved", { mode: "json", status: 301 }),
      error("unavailable", "a connection that breaks", { mode: "cut" }),
    ],
    troubles: [
      trouble("503 for everything", { mode: "json", status: 503 }),
      trouble("503 for the files", { mode: "json", status: 503, path: "gz$" }),
      trouble("503 for the list", { mode: "json", status: 503, path: "rss$" }),
      trouble("a page of HTML instead of files", { mode: "html", status: 200, path: "gz$" }),
      trouble("a page of HTML instead of the list", { mode: "html", status: 200, path: "rss$" }),
      trouble("files that are cut off", { mode: "truncated", path: "gz$" }),
      trouble("403 for the files", { mode: "json", status: 403, path: "gz$" }),
      trouble("connections that break", { mode: "cut" }),
    ],
    heal: () => failures.clear(),
    now: stage.clock,
    advance: stage.advance,
    pollOnce: stage.pollOnce,
    readFor: stage.readFor,
    pollDying: (after) => Promise.allSettled([stage.pollOnce({ site: dyingFiles(site, after) })]),
    close: stage.close,
  };
}
