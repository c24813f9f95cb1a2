import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { env } from "@/env";
import { fairTimeout } from "./fair-timeout";

/** A call's share of a window: how many are allowed in so many seconds. */
export interface Rate {
  count: number;
  windowSeconds: number;
}

/** What became of a call that was counted. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  /** When the window ends and something is free again. */
  resetsAtMs: number;
}

/** The store did not answer in time, or with an error. */
export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
}

/** Longer than this no call waits to be counted. */
const patienceMs = 500;

// Kept on globalThis: Next loads a module once per bundle. What is asked for in one tick shares one request.
const kept = globalThis as typeof globalThis & {
  earshotStore?: Redis;
  earshotLimiters?: Map<string, Ratelimit>;
};

/** Counts `tokens` calls for a key (a negative number gives them back) in a sliding window; StoreAway. */
export async function takeFromStore(name: string, rate: Rate, key: string, tokens = 1): Promise<Taken> {
  const answer = await limiterOf(name, rate)
    .limit(key, { rate: tokens })
    .catch((cause: unknown) => {
      throw new StoreUnavailableError("the rate limit store doesn't respond", { cause });
    });
  const { success, limit, remaining, reset } = answer;
  return { isAllowed: success, limit, remaining, resetsAtMs: reset };
}

function limiterOf(name: string, { count, windowSeconds }: Rate): Ratelimit {
  const limiters = (kept.earshotLimiters ??= new Map());
  const known = limiters.get(name);
  if (known !== undefined) return known;
  const limiter = new Ratelimit({
    redis: (kept.earshotStore ??= openStore()),
    limiter: Ratelimit.slidingWindow(count, `${windowSeconds} s`),
    prefix: `earshot:${name}`,
    // Its own timeout lets the call pass; the client's ends the request, and our caller decides.
    timeout: 0,
    // Its cache of the refused only grows, and an attack comes from many addresses.
    ephemeralCache: false,
    analytics: false,
  });
  limiters.set(name, limiter);
  return limiter;
}

function openStore(): Redis {
  return new Redis({
    url: env().UPSTASH_REDIS_REST_URL,
    token: env().UPSTASH_REDIS_REST_TOKEN,
    retry: { retries: 0 },
    signal: () => fairTimeout(patienceMs),
    enableTelemetry: false,
  });
}
