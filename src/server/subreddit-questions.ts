import { setTimeout as sleep } from "node:timers/promises";
import { SiteError, type Rate, type Site } from "@/adapters/reddit/reddit";
import { env } from "@/env";
import { AppError } from "./http/errors";
import { rateLimited } from "./http/limits";
import { Budget } from "./pipeline/budget";
import { site } from "./site";

/** Somebody waits for the answer. */
const timeoutMs = 8_000;

interface Questions {
  budget: Budget;
  /** What is being asked at this moment, by question: the same question is asked once. */
  asked: Map<string, Promise<unknown>>;
}

const kept = globalThis as typeof globalThis & { earshotQuestions?: Questions };

function questions(): Questions {
  return (kept.earshotQuestions ??= {
    budget: new Budget({
      clientId: env().REDDIT_CLIENT_ID,
      allShare: env().REDDIT_ALL_SHARE,
      clock: () => new Date(),
      sleep,
    }),
    asked: new Map(),
  });
}

/**
 * Answers a user's question from the site, within the budget that it shares with the poller; `name` is what the
 * same question is known by. REDDIT_RATE_LIMIT_EXCEEDED where budget or site refuse, UPSTREAM_UNAVAILABLE where
 * the site can't be reached.
 */
export function askOnce<T extends { rate: Rate }>(
  name: string,
  question: (site: Site, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { asked } = questions();
  const running = asked.get(name) as Promise<T> | undefined;
  if (running !== undefined) return running;
  const begun = ask(question).finally(() => asked.delete(name));
  asked.set(name, begun);
  return begun;
}

async function ask<T extends { rate: Rate }>(
  question: (site: Site, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { budget } = questions();
  if (!(await budget.take("question"))) throw tooMany(budget);
  try {
    const answer = await question(site(), AbortSignal.timeout(timeoutMs));
    await budget.heard(answer.rate);
    return answer;
  } catch (error) {
    // What the site refuses is told in the caller's words; its pause holds for the poller too.
    if (!(error instanceof SiteError)) throw error;
    await budget.failed(error);
    throw error.kind === "rate-limited" ? tooMany(budget) : new AppError("UPSTREAM_UNAVAILABLE");
  }
}

function tooMany(budget: Budget): AppError {
  return rateLimited("reddit", Math.max(1, Math.ceil(budget.waitMs() / 1000)));
}
