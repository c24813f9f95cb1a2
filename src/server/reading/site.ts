import { perProcess } from "@/adapters/per-process";
import type { InThread, ThreadedParser } from "@/domain/reading/parser";
import type { RegisteredSite, Site } from "@/domain/reading/site";
import { SiteError } from "@/domain/reading/site-error";
import { withCleanLabels } from "@/sites/clean-labels";
import { getSite, sitesOn } from "@/sites/registry";
import { log, loggedError } from "@/server/platform/log";
import { isRefusal, TaskError, type TaskFailure } from "@/server/threads/task-error";
import { threads } from "@/server/threads/threads";

/** One instance for all copies of this module, because it stores the site's access token. */
export function connected(id: string): Site {
  const sites = perProcess("earshotSites", () => new Map<string, Site>());
  const site = sites.get(id) ?? withCleanLabels(getSite(id).connect(isInThread(getSite(id))));
  sites.set(id, site);
  return site;
}

/** Ids of the streams without memory: every interruption is a gap. */
export function forgetfulSites(): string[] {
  return sitesOn().flatMap(({ id }) => {
    const site = connected(id);
    return site.reads === "stream" && site.lookBackMs === 0 ? [id] : [];
  });
}

/** Both threads identify a parser by its index in the site's `parsers`. */
export function isInThread({ id, parsers = [] }: Pick<RegisteredSite, "id" | "parsers">): InThread {
  return <Input, Output>(parser: (input: Input) => Output): ThreadedParser<Input, Output> => {
    const at = parsers.indexOf(parser);
    if (at < 0) throw new RangeError(`${parser.name} is not among the parsers of ${id}`);
    return async (input, host): Promise<Awaited<Output>> => {
      const task = { site: id, parser: at, input };
      try {
        const owner = { key: `${id}:${host}`, isBackground: true };
        return (await threads().run("parseResponse", task, owner)) as Awaited<Output>;
      } catch (error) {
        if (error instanceof TaskError) throw siteError(id, error.failure, error);
        throw error;
      }
    };
  };
}

function siteError(site: string, failure: TaskFailure, cause: TaskError): SiteError {
  if (failure === "late" || failure === "memory" || failure === "ended")
    return new SiteError("malformed", "It takes too long to read", { reason: "too-slow", cause });
  if (isRefusal(cause))
    return new SiteError("unavailable", "Earshot is too busy to read it right now", {
      reason: "busy",
      cause,
    });
  // A bug: logged, and treated like other unreadable responses, so other places are still read.
  log().error({ site, error: loggedError(cause) }, "a parser failed");
  return new SiteError("malformed", "Earshot couldn't parse it", { reason: "parser-failed", cause });
}
