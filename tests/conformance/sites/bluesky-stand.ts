import { getDid, getHandle, accountStatuses } from "../../../sandbox/bluesky/shapes";
import { usual } from "../../../sandbox/bluesky/world";
import { dyingStream, startStream } from "../../support/stream";
import type { StreamStand } from "./stand";

const gone = accountStatuses.filter(
  (accountStatus) => accountStatus !== "active" && accountStatus !== "throttled",
);
const service = "bluesky";

/** Bluesky in the sandbox, with one of the two stream versions. */
export async function startBluesky(version: 1 | 2): Promise<StreamStand> {
  const stage = await startStream({ version });
  const { bluesky, world, failures, site } = stage;
  const { faults } = bluesky;
  const above = world.write({ text: "Something to reply to" });
  const issue = (name: string, begin: () => void) => ({ name, begin });
  const hosts = ["one", "two"] as const;
  const both = (fault: Parameters<typeof faults.set>[1]) => () =>
    hosts.forEach((name) => faults.set(name, fault));
  return {
    site,
    write: (text, { kind = "post", by, writtenAt, on } = {}) =>
      world.write({
        ...{ text, by, createdAt: writtenAt?.toISOString() },
        parent: on ?? (kind === "comment" ? above : undefined),
      }),
    edit: (fullname, words) => world.edit(fullname, words),
    delete: (fullname) => world.delete(fullname),
    ends: Object.fromEntries(
      gone.map((accountStatus) => [accountStatus, (account: string) => world.become(account, accountStatus)]),
    ),
    comesBack: (account) => world.become(account, "active"),
    failures: [
      issue("a line that ends as soon as it is open", both({ endedAtOnce: 1 })),
      issue("a line that breaks off", both({ cutAfter: 3 })),
      issue("a line that is too slow for it", both({ tooSlowEvents: 2 })),
      issue("frames that are none", both({ garbled: 20 })),
      issue("a refusal", () => void failures.set({ service, mode: "json", status: 403, count: 1 })),
      issue("503", () => void failures.set({ service, mode: "json", status: 503, count: 1 })),
      issue("429", () => void failures.set({ service, mode: "too-many", retryAfter: 1, count: 1 })),
    ],
    loseHost: () => {
      const name = bluesky.listeners("one") > 0 ? "one" : "two";
      failures.set({ service, mode: "cut", path: name === "one" ? "^/bluesky/" : "^/bluesky2/" });
      bluesky.end(name, "cut");
    },
    loseNames: () => void failures.set({ service, mode: "json", status: 503, path: "getProfiles" }),
    keepOnly: (ms) => void (world.options.lookBackSeconds = ms / 1_000),
    nameOf: getHandle,
    getId: getDid,
    heal: () => {
      failures.clear();
      faults.reset();
      world.options.lookBackSeconds = usual.lookBackSeconds;
    },
    now: stage.clock,
    advance: stage.advance,
    listenOnce: () => stage.listenOnce(),
    stay: stage.stay,
    listenDying: (after) => stage.listenOnce(dyingStream(site, after)),
    recheck: stage.recheckOnce,
    close: stage.close,
  };
}
