import { setTimeout as sleep } from "node:timers/promises";
import { siteLimit } from "@/contract/operations/limits";
import type { Site } from "@/domain/site";
import { SiteError, type Rate } from "@/domain/site-error";
import { siteOf } from "@/sites/registry";
import { databaseNow } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { rateLimited } from "@/server/platform/limits";
import { sharedByRequests } from "@/server/platform/work";
import { Budget } from "./budget";
import { connected } from "./site";

/** Somebody waits for the answer. */
const timeoutMs = 8_000;

/** Who asks: a user, or a stranger, who has no account. */
export type LookupCaller = "question" | "stranger";

/** What is asked of one site. */
interface Questions {
  budget: Budget;
  /** From this process's clock to the database's, by which all count the budget. */
  offsetMs: number;
  /** Until when the budget has nothing for them, by `performance.now()`: refusing costs no statement. */
  refusedUntilMs: Record<LookupCaller, number>;
  /** What is being asked at this moment, by question: the same question is asked once. */
  asked: Map<string, Promise<unknown>>;
}

const kept = globalThis as typeof globalThis & { earshotLookups?: Map<string, Questions> };

function lookupsFor(site: string): Questions {
  const all = (kept.earshotLookups ??= new Map());
  const questions = all.get(site) ?? begin(site);
  all.set(site, questions);
  return questions;
}

function begin(site: string): Questions {
  const begun: Questions = {
    budget: new Budget({
      ...siteOf(site).allowance(),
      window: siteOf(site).window,
      clock: () => new Date(Date.now() + begun.offsetMs),
      sleep,
    }),
    offsetMs: 0,
    refusedUntilMs: { question: 0, stranger: 0 },
    asked: new Map(),
  };
  return begun;
}

/** A question: the answer that is kept (null: none), and how the site is asked, which keeps what it says. */
interface Question<A> {
  held: () => Promise<A | null>;
  ask: (site: Site, signal: AbortSignal) => Promise<{ answer: A; rate: Rate }>;
}

/**
 * Answers somebody's question to a site by what is kept, else from the site, within the part of the budget that questions have; `name` is
 * what the same question is known by. Both are one turn: who comes late finds it running, or what it kept. The limit's error where budget or site refuse, UPSTREAM_UNAVAILABLE where the site can't be reached.
 */
export function lookUpOnce<A>(
  site: string,
  name: string,
  caller: LookupCaller,
  question: Question<A>,
): Promise<A> {
  const { asked } = lookupsFor(site);
  // A user's does not wait for a stranger's, which may be refused.
  const key = `${caller} ${name}`;
  const running = asked.get(key) as Promise<A> | undefined;
  if (running !== undefined) return running;
  const begun = sharedByRequests(() => answered(site, caller, question)).finally(() => asked.delete(key));
  asked.set(key, begun);
  return begun;
}

async function answered<A>(site: string, caller: LookupCaller, { held, ask }: Question<A>): Promise<A> {
  return (await held()) ?? (await fetchFromSite(site, caller, ask));
}

async function fetchFromSite<A>(id: string, caller: LookupCaller, question: Question<A>["ask"]): Promise<A> {
  const questions = lookupsFor(id);
  const { budget, refusedUntilMs } = questions;
  const refusedMs = refusedUntilMs[caller] - performance.now();
  if (refusedMs > 0) throw rateLimited(siteLimit, Math.ceil(refusedMs / 1000));
  questions.offsetMs = (await databaseNow()).getTime() - Date.now();
  if (!(await budget.take(caller))) {
    refusedUntilMs[caller] = performance.now() + budget.lookupWaitMs(caller);
    throw tooMany(budget, caller);
  }
  try {
    const { answer, rate } = await question(connected(id), AbortSignal.timeout(timeoutMs));
    await budget.heard(rate);
    return answer;
  } catch (error) {
    // What the site refuses is told in the caller's words; its pause holds for the poller too.
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    throw error.kind === "rate-limited" ? tooMany(budget, caller) : new AppError("UPSTREAM_UNAVAILABLE");
  }
}

function tooMany(budget: Budget, caller: LookupCaller): AppError {
  return rateLimited(siteLimit, Math.ceil(budget.lookupWaitMs(caller) / 1000));
}
