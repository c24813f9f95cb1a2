import {
  countdownText,
  limitExpiredTexts,
  otherLimitTexts,
  ownLimitTexts,
} from "@/domain/text/rate-limit-texts";
import { AppError, errorStatus, type ErrorCode } from "@/contract/errors";
import { rateLimitTexts } from "@/contract/limit-texts";
import * as z from "@/contract/zod";

export const defaultRetryAfterSeconds = 30;

const waited = z.number().finite().nonnegative();

/** The body of a 429 from any server, with the specified defaults. */
const refusal = z.object({
  code: z.string().min(1).catch("RATE_LIMIT_EXCEEDED"),
  message: z.string().min(1).catch("Too many requests"),
  retryAfter: waited.optional().catch(undefined),
  limit: z.number().optional().catch(undefined),
  remaining: z.number().optional().catch(undefined),
});

export class RateLimited {
  constructor(
    readonly code: string,
    readonly message: string,
    readonly retryAfterSeconds: number,
    readonly limit: number | undefined,
    readonly remaining: number | undefined,
  ) {}
}

export function isRateLimited(response: unknown): response is RateLimited {
  return response instanceof RateLimited;
}

/** Parses a 429. The wait is taken from its body, otherwise from Retry-After, otherwise it is 30 s. */
export function getRateLimited(body: unknown, retryAfterHeader: string | null): RateLimited {
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  const { code, message, retryAfter, limit, remaining } = refusal.parse(isObject ? body : {});
  const byHeader = /^\d+$/.test(retryAfterHeader ?? "") ? Number(retryAfterHeader) : undefined;
  const seconds = retryAfter ?? byHeader ?? defaultRetryAfterSeconds;
  // Callers that repeat the request must not do so without a pause.
  return new RateLimited(code, message, Math.max(1, seconds), limit, remaining);
}

export function errorOfLimit({ code, message, retryAfterSeconds, limit, remaining }: RateLimited): AppError {
  const known: ErrorCode =
    code in errorStatus && errorStatus[code as ErrorCode] === 429
      ? (code as ErrorCode)
      : "DDOS_RATE_LIMIT_EXCEEDED";
  return new AppError(known, message, { retryAfter: retryAfterSeconds, limit, remaining });
}

/** The stored record of the last rate limit. `timestamp` is in milliseconds since 1970. */
export const rateLimitRecord = z.object({
  code: z.string(),
  message: z.string(),
  retryAfter: waited,
  limit: z.number().optional(),
  remaining: z.number().optional(),
  timestamp: z.number(),
});
export type RateLimitRecord = z.infer<typeof rateLimitRecord>;

export interface RateLimitToast {
  title: string;
  text: string;
  /** Whole seconds, 0 after the wait. */
  secondsLeft: number;
  countdown: string;
}

export function rateLimitToast(record: RateLimitRecord, now: Date): RateLimitToast {
  // If the clock was set back, the wait must not get longer.
  const leftMs = Math.min(record.timestamp - now.getTime(), 0) + record.retryAfter * 1000;
  const secondsLeft = Math.max(0, Math.ceil(leftMs / 1000));
  if (secondsLeft === 0) return { ...limitExpiredTexts, secondsLeft, countdown: countdownText(0) };
  const known = Object.entries(rateLimitTexts).find(([code]) => code === record.code)?.[1];
  const { title, text } = known ?? { ...otherLimitTexts, text: record.message || otherLimitTexts.text };
  const isOwn = Object.values<string>(ownLimitTexts).includes(record.message);
  return { title, text: isOwn ? record.message : text, secondsLeft, countdown: countdownText(secondsLeft) };
}
