import { setTimeout as sleep } from "node:timers/promises";
import { perProcess } from "@/adapters/per-process";
import { timeoutSignal } from "@/adapters/timeout-signal";
import { getSiteLimit } from "@/contract/operations/limits";
import type { Site } from "@/domain/reading/site";
import { SiteError, type Rate } from "@/domain/reading/site-error";
import { getSite } from "@/sites/registry";
import { databaseNow } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { rateLimited } from "@/server/platform/limits";
import { sharedByRequests } from "@/server/platform/work";
import { Budget } from "./budget";
import { connected } from "./site";

/** A user is waiting for the response. */
const timeoutMs = 8_000;

/** "anonymous" can use up to half of the lookup budget. Suggestions share it, to leave requests for checks. */
export type LookupCaller = "lookup" | "anonymous";

interface SiteLookups {
  budget: Budget;
  /** Difference to the database clock, which all processes use for the budget (ms). */
  offsetMs: number;
  /** When lookups are allowed again, by `performance.now()`. Saves a statement per refusal. */
  refusedUntilMs: Record<LookupCaller, number>;
  running: Map<string, Promise<unknown>>;
}

function lookupsFor(site: string): SiteLookups {
  const all = perProcess("earshotLookups", () => new Map<string, SiteLookups>());
  const lookups = all.get(site) ?? begin(site);
  all.set(site, lookups);
  return lookups;
}

function begin(site: string): SiteLookups {
  const started: SiteLookups = {
    budget: new Budget({
      ...getSite(site).allowance(),
      window: getSite(site).window,
      clock: () => new Date(Date.now() + started.offsetMs),
      sleep,
    }),
    offsetMs: 0,
    refusedUntilMs: { lookup: 0, anonymous: 0 },
    running: new Map(),
  };
  return started;
}

/** `stored` returns the cached result or null; `request` queries the site and caches its response. */
interface Lookup<A> {
  stored: () => Promise<A | null>;
  request: (site: Site, signal: AbortSignal) => Promise<{ response: A; rate: Rate }>;
}

/** Concurrent lookups of a `name` share a request. Throws the rate limit error or UPSTREAM_UNAVAILABLE. */
export function lookUpOnce<A>(
  site: string,
  name: string,
  caller: LookupCaller,
  lookup: Lookup<A>,
): Promise<A> {
  const { running } = lookupsFor(site);
  // A user's lookup doesn't share one by a visitor, which might be refused.
  const key = `${caller} ${name}`;
  const existing = running.get(key) as Promise<A> | undefined;
  if (existing !== undefined) return existing;
  const started = sharedByRequests(() => lookUp(site, caller, lookup)).finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

async function lookUp<A>(site: string, caller: LookupCaller, { stored, request }: Lookup<A>): Promise<A> {
  return (await stored()) ?? (await fetchFromSite(site, caller, request));
}

async function fetchFromSite<A>(id: string, caller: LookupCaller, lookup: Lookup<A>["request"]): Promise<A> {
  const lookups = lookupsFor(id);
  const { budget, refusedUntilMs } = lookups;
  const refusedMs = refusedUntilMs[caller] - performance.now();
  if (refusedMs > 0) throw rateLimited(getSiteLimit(id), Math.ceil(refusedMs / 1000));
  lookups.offsetMs = (await databaseNow()).getTime() - Date.now();
  if (!(await budget.take(caller))) {
    refusedUntilMs[caller] = performance.now() + budget.lookupWaitMs(caller);
    throw tooMany(id, budget, caller);
  }
  try {
    const { response, rate } = await lookup(connected(id), timeoutSignal(timeoutMs));
    await budget.recordRate(rate);
    return response;
  } catch (error) {
    // Translate the site's refusal for the caller. The site's pause also applies to polling.
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    throw error.kind === "rate-limited" ? tooMany(id, budget, caller) : new AppError("UPSTREAM_UNAVAILABLE");
  }
}

function tooMany(site: string, budget: Budget, caller: LookupCaller): AppError {
  return rateLimited(getSiteLimit(site), Math.ceil(budget.lookupWaitMs(caller) / 1000));
}
