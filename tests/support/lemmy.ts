import { startSandbox } from "../../sandbox/server";
import type { LemmyOptions } from "../../sandbox/lemmy/site";
import { createGuardedFetch, type GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";
import { createLemmy } from "@/sites/lemmy/connection";
import { lemmyParsers } from "./parsers";
import { pollStart } from "./polling";
import { walking } from "./walks";

/** Production hosts of the sandbox's instances. */
export const lemmyHosts = { tidepool: "tidepool.example", reef: "reef.example" } as const;

/** Starts the sandbox's instances with a manual clock and a process that reads them. */
export async function startLemmySandbox(how: { timeoutMs?: number; lemmy?: Partial<LemmyOptions> } = {}) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
    lemmy: { perMinute: 0, ...how.lemmy },
  });
  const { failures, lemmy } = sandbox;
  const { world, port } = lemmy;
  const guarded = createGuardedFetch({
    ...{ userAgent: "Earshot (a test)", timeoutMs: how.timeoutMs ?? 2_000, spacingMs: 0, own: [] },
    local: new LocalAddresses([`127.0.0.1:${port}`, `localhost:${port}`]),
    ...{ resolveInside, resolveOutside },
  });
  const inside = new Map([
    [`https://${lemmyHosts.tidepool}`, `http://127.0.0.1:${port}`],
    [`https://${lemmyHosts.reef}`, `http://localhost:${port}`],
  ]);
  const hosts = new Map([...inside].map(([outside, own]) => [new URL(own).host, new URL(outside).host]));
  /** Maps the hosts to the sandbox's ports, in requests and responses. */
  const fetch: GuardedFetch = async (question) => {
    const { origin } = new URL(question.address);
    const address = question.address.replace(origin, inside.get(origin) ?? origin);
    const reply = await guarded({ ...question, address });
    const outside = (text: string) =>
      [...inside].reduce((name, [given, own]) => name.replace(own, given), text);
    const body = [...hosts].reduce(
      (text, [own, given]) => text.replaceAll(own, given),
      reply.body.toString(),
    );
    return {
      ...reply,
      body: Buffer.from(body),
      url: outside(reply.url),
      movedTo: reply.movedTo && outside(reply.movedTo),
    };
  };
  const connect = () => createLemmy({ fetch, parse: lemmyParsers, now: () => world.clock.nowMs() });
  const site = connect();
  return {
    ...{ sandbox, lemmy, world, failures, site, connect, close: () => sandbox.close() },
    ...walking(site, world),
  };
}
