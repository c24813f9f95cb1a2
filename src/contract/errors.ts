import { hasName } from "@/domain/named-error";
import { watchLimitText } from "@/domain/plans/plan-texts";
import { otherLimitTexts } from "@/domain/text/rate-limit-texts";
import { rateLimitTexts } from "./limit-texts";
import { expressionProblem } from "./expression";
import * as z from "./zod";
import { getField } from "./zod";

export const errorStatus = {
  VALIDATION_ERROR: 400,
  INVALID_TOKEN: 400,
  INVALID_SIGNATURE: 400,
  MALFORMED_JSON: 400,
  UNAUTHORIZED: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  EMAIL_NOT_VERIFIED: 403,
  REGISTRATION_CLOSED: 403,
  KEYWORD_LIMIT_EXCEEDED: 403,
  PRO_REQUIRED: 403,
  KEY_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  SEARCH_TOO_BROAD: 422,
  EMAIL_TAKEN: 409,
  KEYWORD_EXISTS: 409,
  LIMIT_REACHED: 409,
  NOT_SUPPORTED: 409,
  ALREADY_SUBSCRIBED: 409,
  NO_SUBSCRIPTION: 409,
  AUTH_RATE_LIMIT_EXCEEDED: 429,
  KEYWORD_RATE_LIMIT_EXCEEDED: 429,
  NOTIFICATION_RATE_LIMIT_EXCEEDED: 429,
  REDDIT_RATE_LIMIT_EXCEEDED: 429,
  PLACE_RATE_LIMIT_EXCEEDED: 429,
  KEY_RATE_LIMIT_EXCEEDED: 429,
  DDOS_RATE_LIMIT_EXCEEDED: 429,
  INTERNAL_ERROR: 500,
  UPSTREAM_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

const errorText: Record<ErrorCode, string> = {
  VALIDATION_ERROR: "Please check your input",
  INVALID_TOKEN: "Invalid verification link or verification failed",
  INVALID_SIGNATURE: "Invalid signature",
  MALFORMED_JSON: "The request body isn't valid JSON",
  UNAUTHORIZED: "Please sign in",
  TOKEN_EXPIRED: "Your session has expired",
  INVALID_CREDENTIALS: "Invalid email or password",
  EMAIL_NOT_VERIFIED:
    "Your email address needs to be verified before you can log in. Please check your inbox for a verification email, or click the button below to resend it.",
  REGISTRATION_CLOSED: "Registration is closed. This server is invite-only.",
  KEYWORD_LIMIT_EXCEEDED: watchLimitText,
  PRO_REQUIRED: "This requires Pro",
  KEY_NOT_ALLOWED: "This API key doesn't have permission to do that",
  NOT_FOUND: "Not found",
  METHOD_NOT_ALLOWED: "Method not allowed",
  PAYLOAD_TOO_LARGE: "The request body is too large",
  UNSUPPORTED_MEDIA_TYPE: "The request body must be JSON",
  SEARCH_TOO_BROAD: "This search takes too long. Add a word or a filter.",
  EMAIL_TAKEN: "An account with this email already exists",
  KEYWORD_EXISTS: "You already have this keyword watch",
  LIMIT_REACHED: "You've reached the maximum. Remove one first.",
  NOT_SUPPORTED: "This isn't possible here",
  ALREADY_SUBSCRIBED: "You already have Pro",
  NO_SUBSCRIPTION: "You don't have an active subscription",
  AUTH_RATE_LIMIT_EXCEEDED: rateLimitTexts.AUTH_RATE_LIMIT_EXCEEDED.text,
  KEYWORD_RATE_LIMIT_EXCEEDED: rateLimitTexts.KEYWORD_RATE_LIMIT_EXCEEDED.text,
  NOTIFICATION_RATE_LIMIT_EXCEEDED: rateLimitTexts.NOTIFICATION_RATE_LIMIT_EXCEEDED.text,
  REDDIT_RATE_LIMIT_EXCEEDED: rateLimitTexts.REDDIT_RATE_LIMIT_EXCEEDED.text,
  PLACE_RATE_LIMIT_EXCEEDED: otherLimitTexts.text,
  KEY_RATE_LIMIT_EXCEEDED: otherLimitTexts.text,
  DDOS_RATE_LIMIT_EXCEEDED: rateLimitTexts.DDOS_RATE_LIMIT_EXCEEDED.text,
  INTERNAL_ERROR: "Something went wrong on our side",
  UPSTREAM_UNAVAILABLE: "The service is temporarily unavailable. Please try again.",
};

/** For VALIDATION_ERROR, problems in an expression, and seconds to wait after a 429. */
export interface ErrorDetails {
  errors?: Record<string, string[]>;
  problems?: z.infer<typeof expressionProblem>[];
  retryAfter?: number;
  limit?: number;
  remaining?: number;
}

/** Thrown by services, serialized by the request wrapper, recreated by the client. */
export class AppError extends Error {
  static override [Symbol.hasInstance](error: unknown): error is AppError {
    return hasName(error, "AppError");
  }

  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    super(message ?? errorText[code]);
    this.name = "AppError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}

export function fieldError(field: string, text: string): AppError {
  return new AppError("VALIDATION_ERROR", text, { errors: { [field]: [text] } });
}

/** Creates a VALIDATION_ERROR with the messages by field. Its own message is the first of them. */
export function validationError(error: z.ZodError): AppError {
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const texts = (errors[getField(issue.path) || "body"] ??= []);
    if (!texts.includes(issue.message)) texts.push(issue.message);
  }
  return new AppError("VALIDATION_ERROR", error.issues[0]?.message, { errors });
}

export const errorBody = z.object({
  code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  problems: z.array(expressionProblem).optional(),
  retryAfter: z.number().optional(),
  limit: z.number().optional(),
  remaining: z.number().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;
