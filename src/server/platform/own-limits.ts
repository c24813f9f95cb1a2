import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import { perProcess } from "@/adapters/per-process";
import { fairTimeout } from "@/adapters/fair-timeout";
import { StoreUnavailableError, type Rate, type Taken } from "@/adapters/upstash";
import { pool, prisma } from "./database";
import { hmac } from "./tokens";
import { sharedByRequests } from "./work";

// Sliding-window counters used without Upstash: docs/decisions/029-rate-limits-without-upstash.md.

/** A number of requests for a key. Negative `tokens` give requests back. */
interface Count {
  name: string;
  rate: Rate;
  key: string;
  tokens: number;
  now: Date;
}

/** Time limit for counting a request (ms). */
const patienceMs = 500;

export function consumeLocally(count: Count): Promise<Taken> {
  const limiter = limiterOf(`memory:${count.name}`, () => new RateLimiterMemory(optionsOf(count)));
  return take(limiter, count.key, count);
}

/** Counts for all processes in the table "RateLimit". Throws StoreUnavailableError. */
export async function consumeFromDatabase(count: Count): Promise<Taken> {
  const limiter = limiterOf(
    `postgres:${count.name}`,
    () =>
      new RateLimiterPostgres({
        ...optionsOf(count),
        storeClient: unnamed,
        storeType: "pool",
        tableName: "RateLimit",
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
  );
  // Hashed, so the table contains no IP addresses or account ids.
  const key = hmac(`limit:${count.name}:${count.key}`).toString("base64url");
  try {
    // Counted even if the client disconnects, and not as part of the account's share of the connections.
    return await inTime(sharedByRequests(() => take(limiter, key, count)));
  } catch (cause) {
    throw new StoreUnavailableError("rate limits can't be counted in the database", { cause });
  }
}

/** True for one call per key until `until`. Uses the database, independent of the rate limit store. */
export async function isFirst(key: string, until: Date): Promise<boolean> {
  const row = { key: hmac(`once:${key}`).toString("base64url"), points: 1, expire: until.getTime() };
  const { count } = await prisma().rateLimit.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

/** The pool without prepared statements, which poolers in transaction mode don't support. */
const unnamed = {
  query: ({ text, values }: { text: string; values: unknown[] }) => pool().query(text, values),
};

function limiterOf(name: string, open: () => RateLimiterAbstract): RateLimiterAbstract {
  const limiters = perProcess("earshotOwnLimiters", () => new Map<string, RateLimiterAbstract>());
  const limiter = limiters.get(name) ?? open();
  limiters.set(name, limiter);
  return limiter;
}

/** A window's count is used until the end of the next window. */
function optionsOf({ rate }: Count) {
  return { keyPrefix: "", points: rate.count, duration: 2 * rate.windowSeconds };
}

/** The previous window counts in proportion to its overlap with the sliding window. */
async function take(limiter: RateLimiterAbstract, key: string, { rate, tokens, now }: Count): Promise<Taken> {
  const windowMs = rate.windowSeconds * 1000;
  const at = now.getTime() / windowMs;
  const window = Math.floor(at);
  const [before, current] = await Promise.all([
    limiter.get(`${key}:${window - 1}`),
    // Increment before checking, so parallel requests can't bypass the limit.
    limiter.penalty(`${key}:${window}`, tokens),
  ]);
  const slid = Math.floor((before?.consumedPoints ?? 0) * (1 - (at - window)));
  const used = slid + current.consumedPoints;
  const isAllowed = used <= rate.count;
  // Rejected requests don't count.
  if (!isAllowed && tokens > 0) await limiter.reward(`${key}:${window}`, tokens);
  const remaining = Math.max(0, rate.count - used);
  const others = { before: before?.consumedPoints ?? 0, current: current.consumedPoints - tokens };
  const resetsAt = isAllowed ? 1 : freeFrom(others, rate.count - tokens);
  return { isAllowed, limit: rate.count, remaining, resetsAtMs: Math.ceil((window + resetsAt) * windowMs) };
}

/** Returns when at most `max` requests count, in windows since the start of the current one. */
function freeFrom({ before, current }: { before: number; current: number }, max: number): number {
  const [start, counted, slides] = current <= max ? [0, current, before] : [1, 0, current];
  // The counts are rounded down, so an entire request must have left the sliding window.
  return start + Math.max(0, 1 - (max - counted + 1) / slides);
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const signal = fairTimeout(patienceMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The database took too long.")), { once: true });
  });
  return Promise.race([work, late]);
}
