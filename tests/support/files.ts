import { startSandbox } from "../../sandbox/server";
import type { FiledSite } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { Budget } from "@/server/reading/budget";
import { readFiles } from "@/server/reading/read-files";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { parseFile } from "@/sites/news/articles";
import { createNews } from "@/sites/news/connection";
import { parseList } from "@/sites/news/list";
import { pollStart } from "./polling";

export const emptyFiles = `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Sequence", "PendingNumber", "MinuteFile", "ListedItem", "SiteCount", "WatchTotal", "Run" CASCADE`;

/** Parsers in this thread. */
const parse = {
  file: (input: Parameters<typeof parseFile>[0]) => Promise.resolve(parseFile(input)),
  list: (input: Parameters<typeof parseList>[0]) => Promise.resolve(parseList(input)),
};

/** Starts sandbox news with a manual clock and a process that reads them. */
export async function startFiles(options: Partial<Parameters<typeof startSandbox>[0]> = {}) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
    ...options,
  });
  const { failures, news } = sandbox;
  const { world } = news;
  const clock = () => world.clock.now();
  const connect = (hosts: readonly string[]) =>
    createNews({
      ...{ hosts, parse, userAgent: "Earshot (a test)", timeoutMs: 4_000 },
      now: () => clock().getTime(),
    });
  const site = connect([`${sandbox.url}/news`]);
  const watches = new WatchSet();
  const advance = (ms: number) => {
    world.clock.advance(ms);
    world.catchUp();
  };

  async function pollOnce(how: { limitMs?: number; site?: FiledSite; followsKill?: boolean } = {}) {
    const faults: Fault[] = [];
    const budget = new Budget({
      ...{ clientId: site.id, allShare: 1, window: site.window, clock },
      sleep: async (ms) => advance(ms),
    });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    await syncReads(pool(), clock());
    const context = { clock, deadline, faults, site: how.site ?? site, budget, followsKill: how.followsKill };
    return { ...(await readFiles(context, { watches })), faults };
  }

  /** Reads every minute for this long. */
  async function readFor(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 60_000) {
      advance(60_000);
      await pollOnce();
    }
  }

  return {
    ...{ sandbox, news, world, failures, clock, site, connect, advance, pollOnce, readFor },
    close: () => sandbox.close(),
  };
}

/** The same site for a process that dies while reading: it gets no response after this many files. */
export function dyingFiles(site: FiledSite, after: number): FiledSite {
  let requested = 0;
  return {
    ...site,
    fetchFile: async (minute, signal) => {
      const response = await site.fetchFile(minute, signal);
      if (response.file !== null && ++requested > after) throw new Error("killed");
      return response;
    },
  };
}
