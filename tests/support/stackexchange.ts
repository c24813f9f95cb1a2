import { startSandbox } from "../../sandbox/server";
import type { StackExchangeOptions } from "../../sandbox/stackexchange/site";
import { createStackExchange } from "@/sites/stackexchange/connection";
import { stackExchangeParser } from "./parsers";
import { pollStart } from "./polling";
import { walking } from "./walks";

/** Starts the sandbox's Stack Exchange with a manual clock and a process that reads it. */
export async function startStackExchangeSandbox(
  how: { key?: string | null; timeoutMs?: number; stackExchange?: Partial<StackExchangeOptions> } = {},
) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
    stackExchange: { perMinute: 0, cachedMs: 0, ...how.stackExchange },
  });
  const { failures, stackExchange } = sandbox;
  const { world } = stackExchange;
  const connect = () =>
    createStackExchange({
      url: `${sandbox.url}/stackexchange`,
      key: how.key === null ? undefined : (how.key ?? "sandbox-key"),
      userAgent: "Earshot (a test)",
      parseRows: stackExchangeParser,
      now: () => world.clock.nowMs(),
      timeoutMs: how.timeoutMs ?? 2_000,
    });
  const site = connect();
  return {
    ...{ sandbox, stackExchange, world, failures, site, connect, close: () => sandbox.close() },
    ...walking(site, world),
  };
}
