import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { perProcess } from "@/adapters/per-process";
import { env } from "@/env";
import { fairTimeout } from "./fair-timeout";

export interface Rate {
  count: number;
  windowSeconds: number;
}

export interface Taken {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetsAtMs: number;
}

export class StoreUnavailableError extends Error {
  override name = "StoreUnavailableError";
}

/** Maximum time a request waits to be counted. */
const patienceMs = 500;

/** Uses a sliding window; negative `tokens` give requests back. Throws StoreUnavailableError. */
export async function consumeFromRedis(name: string, rate: Rate, key: string, tokens = 1): Promise<Taken> {
  const response = await limiterOf(name, rate)
    .limit(key, { rate: tokens })
    .catch((cause: unknown) => {
      throw new StoreUnavailableError("the rate limit store doesn't respond", { cause });
    });
  const { success, limit, remaining, reset } = response;
  return { isAllowed: success, limit, remaining, resetsAtMs: reset };
}

function limiterOf(name: string, { count, windowSeconds }: Rate): Ratelimit {
  const limiters = perProcess("earshotLimiters", () => new Map<string, Ratelimit>());
  const known = limiters.get(name);
  if (known !== undefined) return known;
  const limiter = new Ratelimit({
    // Commands of one tick share one HTTP request.
    redis: perProcess("earshotStore", openStore),
    limiter: Ratelimit.slidingWindow(count, `${windowSeconds} s`),
    prefix: `earshot:${name}`,
    // The limiter's own timeout would allow the request. The client's timeout throws, and our caller decides.
    timeout: 0,
    // Its cache of blocked keys is never pruned and doesn't help against attacks from many addresses.
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
