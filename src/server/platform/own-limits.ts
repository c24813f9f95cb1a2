import { RateLimiterMemory, RateLimiterPostgres, type RateLimiterAbstract } from "rate-limiter-flexible";
import { fairTimeout } from "@/adapters/fair-timeout";
import { StoreUnavailableError, type Rate, type Taken } from "@/adapters/upstash";
import { pool, prisma } from "./database";
import { hmac } from "./tokens";

// Counting where nothing is set of Upstash, in windows that slide as its do: docs/decisions/029-counting-without-upstash.md.

/** What is counted: `tokens` calls of a key, a negative number gives them back. */
interface Count {
  name: string;
  rate: Rate;
  key: string;
  tokens: number;
  now: Date;
}

/** Longer than this no call waits to be counted. */
const patienceMs = 500;

// Kept on globalThis: Next loads a module once per bundle.
const kept = globalThis as typeof globalThis & { earshotOwnLimiters?: Map<string, RateLimiterAbstract> };

/** Counts in this process alone. */
export function takeHere(count: Count): Promise<Taken> {
  const limiter = limiterOf(`memory:${count.name}`, () => new RateLimiterMemory(optionsOf(count)));
  return take(limiter, count.key, count);
}

/** Counts for all processes, in the table "RateLimit"; StoreAway. */
export async function takeFromDatabase(count: Count): Promise<Taken> {
  const limiter = limiterOf(
    `postgres:${count.name}`,
    () =>
      new RateLimiterPostgres({
        ...optionsOf(count),
        storeClient: unnamed,
        storeType: "pool",
        tableName: "RateLimit",
        tableCreated: true,
        // Retention does.
        clearExpiredByTimeout: false,
      }),
  );
  // No address and no account stands in the table.
  const key = hmac(`limit:${count.name}:${count.key}`).toString("base64url");
  try {
    return await inTime(take(limiter, key, count));
  } catch (cause) {
    throw new StoreUnavailableError("rate limits can't be counted in the database", { cause });
  }
}

/**
 * True for the first who asks with a key before `until`, whichever process they ask: one row that nobody can write twice, in
 * the database whatever store the limits have, for what is served once is never served because that is away.
 */
export async function isFirst(key: string, until: Date): Promise<boolean> {
  const row = { key: hmac(`once:${key}`).toString("base64url"), points: 1, expire: until.getTime() };
  const { count } = await prisma().rateLimit.createMany({ data: row, skipDuplicates: true });
  return count === 1;
}

/** The pool, but for prepared statements: a pooler in transaction mode keeps none. */
const unnamed = {
  query: ({ text, values }: { text: string; values: unknown[] }) => pool().query(text, values),
};

function limiterOf(name: string, open: () => RateLimiterAbstract): RateLimiterAbstract {
  const limiters = (kept.earshotOwnLimiters ??= new Map());
  const limiter = limiters.get(name) ?? open();
  limiters.set(name, limiter);
  return limiter;
}

/** A window's count is needed to the end of the next one. */
function optionsOf({ rate }: Count) {
  return { keyPrefix: "", points: rate.count, duration: 2 * rate.windowSeconds };
}

/** Of the window before as much counts as of it is still within a window's length. */
async function take(limiter: RateLimiterAbstract, key: string, { rate, tokens, now }: Count): Promise<Taken> {
  const windowMs = rate.windowSeconds * 1000;
  const at = now.getTime() / windowMs;
  const window = Math.floor(at);
  const [before, current] = await Promise.all([
    limiter.get(`${key}:${window - 1}`),
    // Counts first and looks then, so that many at once can't slip through together.
    limiter.penalty(`${key}:${window}`, tokens),
  ]);
  const slid = Math.floor((before?.consumedPoints ?? 0) * (1 - (at - window)));
  const used = slid + current.consumedPoints;
  const isAllowed = used <= rate.count;
  // A refused call does not count.
  if (!isAllowed && tokens > 0) await limiter.reward(`${key}:${window}`, tokens);
  const remaining = Math.max(0, rate.count - used);
  return { isAllowed, limit: rate.count, remaining, resetsAtMs: (window + 1) * windowMs };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const signal = fairTimeout(patienceMs);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("The database took too long.")), { once: true });
  });
  return Promise.race([work, late]);
}
