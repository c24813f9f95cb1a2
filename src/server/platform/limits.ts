import { perProcess } from "@/adapters/per-process";
import { StoreUnavailableError, consumeFromRedis, type Rate, type Taken } from "@/adapters/upstash";
import type { ErrorCode } from "@/contract/errors";
import { limitCodes, type LimitName } from "@/contract/operations/limits";
import { ownLimitTexts } from "@/domain/text/rate-limit-texts";
import { env, hasUpstash, isOnVercel } from "@/env";
import { log, loggedError } from "./log";
import { AppError } from "./errors";
import { consumeFromDatabase, consumeLocally } from "./own-limits";

/** "ddos" counts all requests. */
type Counter = LimitName | "ddos" | "key" | "mcp" | "loginFailures" | "destinationTest";

const codes: Record<Counter, ErrorCode> = {
  ...limitCodes,
  loginFailures: "AUTH_RATE_LIMIT_EXCEEDED",
  destinationTest: limitCodes.destination,
  key: "KEY_RATE_LIMIT_EXCEEDED",
  mcp: "KEY_RATE_LIMIT_EXCEEDED",
  ddos: "DDOS_RATE_LIMIT_EXCEEDED",
};

function getRate(counter: Counter): Rate {
  const settings = env();
  const rates: Record<Counter, Rate> = {
    auth: settings.RATE_LIMIT_AUTH,
    links: settings.RATE_LIMIT_LINKS,
    loginFailures: settings.RATE_LIMIT_LOGIN_FAILURES,
    keyword: settings.RATE_LIMIT_KEYWORD,
    notification: settings.RATE_LIMIT_NOTIFICATION,
    live: settings.RATE_LIMIT_LIVE,
    destination: settings.RATE_LIMIT_DESTINATION,
    replay: settings.RATE_LIMIT_DESTINATION,
    keyMaking: settings.RATE_LIMIT_DESTINATION,
    destinationTest: settings.RATE_LIMIT_DESTINATION_TEST,
    billing: settings.RATE_LIMIT_BILLING,
    accountExport: settings.RATE_LIMIT_EXPORT,
    notificationExport: settings.RATE_LIMIT_EXPORT,
    watchExport: settings.RATE_LIMIT_EXPORT,
    watchImport: settings.RATE_LIMIT_IMPORT,
    key: settings.RATE_LIMIT_KEY,
    mcp: settings.RATE_LIMIT_MCP,
    preview: settings.RATE_LIMIT_PREVIEW,
    forecast: settings.RATE_LIMIT_FORECAST,
    place: settings.RATE_LIMIT_PLACE,
    reddit: settings.RATE_LIMIT_REDDIT,
    ddos: settings.RATE_LIMIT_DDOS,
  };
  return rates[counter];
}

export interface Want {
  counter: Counter;
  key: string;
  tokens?: number;
}

/** Counts a sign-in attempt before the password is checked, so parallel attempts can't bypass the limit. */
export async function countLogin(key: string, now: Date): Promise<void> {
  await enforce([{ counter: "loginFailures", key }], now);
}

export async function uncountLogin(key: string, now: Date): Promise<void> {
  await giveBack({ counter: "loginFailures", key }, now);
}

/** Uncounts a request that another limit rejected. */
export async function giveBack(want: Want, now: Date): Promise<void> {
  await takeAll([{ ...want, tokens: -1 }], now);
}

/** The 429 for a limit we don't control, such as a site's own. */
export function rateLimited(limit: LimitName, retryAfterSeconds: number): AppError {
  const retryAfter = Math.max(1, Math.ceil(retryAfterSeconds));
  return new AppError(codes[limit], undefined, { retryAfter, limit: getRate(limit).count, remaining: 0 });
}

/** Throws the error of the first exhausted counter. Returns the remaining tokens (null: not counted). */
export async function enforce(wanted: Want[], now: Date): Promise<(Taken | null)[]> {
  const used = await takeAll(wanted, now);
  const refused = used.findIndex((one) => one !== null && !one.isAllowed);
  const want = wanted[refused];
  const verdict = used[refused];
  if (want === undefined || verdict === undefined || verdict === null) return used;
  const { limit, remaining, resetsAtMs } = verdict;
  const retryAfter = Math.max(1, Math.ceil((resetsAtMs - now.getTime()) / 1000));
  const { counter } = want;
  const text = counter in ownLimitTexts ? ownLimitTexts[counter as keyof typeof ownLimitTexts] : undefined;
  throw new AppError(codes[counter], text, { retryAfter, limit, remaining });
}

/** After this many failures in a row, the store is bypassed for `restMs`, so requests don't wait for it. */
const patientFailures = 3;
const restMs = 5_000;
const logEveryMs = 60_000;

interface Outage {
  /** Incremented with each counted failure. */
  round: number;
  failures: number;
  restUntilMs: number;
  loggedAtMs: number;
}

/**
 * Without Upstash. A restart can reset these flood limits; those of accounts are in the database. On Vercel
 * all are, because processes are short-lived.
 */
const countedHere: ReadonlySet<Counter> = new Set([
  "ddos",
  "keyword",
  "notification",
  "live",
  "preview",
  "forecast",
  "place",
  "reddit",
]);

function isCountedHere({ counter }: Want): boolean {
  return !hasUpstash() && !isOnVercel() && countedHere.has(counter);
}

async function takeAll(wanted: Want[], now: Date): Promise<(Taken | null)[]> {
  const here = await Promise.all(
    wanted.filter(isCountedHere).map((want) => consumeLocally(countOf(want, now))),
  );
  // Requests rejected here don't reach the database.
  const isRefused = here.some((used) => !used.isAllowed);
  const others = wanted.filter((want) => !isCountedHere(want));
  const stored = isRefused ? [] : await takeAllStored(others, now);
  return wanted.map((want) => (isCountedHere(want) ? here : stored).shift() ?? null);
}

async function takeAllStored(wanted: Want[], now: Date): Promise<(Taken | null)[]> {
  if (wanted.length === 0) return [];
  const never: Outage = { round: 0, failures: 0, restUntilMs: -Infinity, loggedAtMs: -Infinity };
  const outage = perProcess("earshotOutage", () => never);
  if (now.getTime() >= outage.restUntilMs) {
    const { round } = outage;
    try {
      const used = await Promise.all(wanted.map((want) => takeStored(want, now)));
      outage.failures = 0;
      return used;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
      // Count simultaneous failures as one. Otherwise a single burst would turn off the store.
      if (round === outage.round) recordFailure(outage, error, now);
    }
  }
  return Promise.all(wanted.map((want) => consumeLocally(countOf(want, now))));
}

function recordFailure(outage: Outage, error: StoreUnavailableError, now: Date): void {
  const nowMs = now.getTime();
  outage.round += 1;
  outage.failures += 1;
  if (outage.failures >= patientFailures) outage.restUntilMs = nowMs + restMs;
  if (nowMs - outage.loggedAtMs < logEveryMs) return;
  outage.loggedAtMs = nowMs;
  const { name, code, message } = loggedError(error.cause ?? error);
  log().error({ error: { name, code, message } }, "rate limit store unavailable; counting in this process");
}

function takeStored(want: Want, now: Date): Promise<Taken> {
  const { name, rate, key, tokens } = countOf(want, now);
  return hasUpstash() ? consumeFromRedis(name, rate, key, tokens) : consumeFromDatabase(countOf(want, now));
}

function countOf({ counter, key, tokens = 1 }: Want, now: Date) {
  return { name: counter, rate: getRate(counter), key, tokens, now };
}
