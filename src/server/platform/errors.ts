import { StripeFailure } from "@/adapters/stripe/failure";
import { AppError, fieldError, type ErrorBody } from "@/contract/errors";
import { Prisma } from "@/generated/prisma/client";
import { isDisconnect } from "./disconnect";
import { log, loggedError } from "./log";

export { AppError, fieldError };

/** Converts a thrown error to a response. Unexpected errors are logged and returned without details. */
export function errorResponse(error: unknown, where: string): Response {
  // nginx's status for a client that closed the connection. Only our log and metrics see it.
  if (isDisconnect(error)) return new Response(null, { status: 499 });
  const known = error instanceof AppError ? error : translated(error, where);
  const body: ErrorBody = { code: known.code, message: known.message, ...known.details };
  return Response.json(body, {
    status: known.status,
    headers: { ...waitHeaders(known.details), ...wayIn(known) },
  });
}

/** The WWW-Authenticate header that a 401 requires (RFC 9110, 15.5.2; RFC 6750, 3). */
function wayIn({ status, code }: AppError): Record<string, string> {
  if (status !== 401) return {};
  return { "WWW-Authenticate": code === "TOKEN_EXPIRED" ? 'Bearer error="invalid_token"' : "Bearer" };
}

export function waitHeaders({ retryAfter, limit, remaining }: AppError["details"]): Record<string, string> {
  if (retryAfter === undefined) return {};
  const named = {
    "Retry-After": retryAfter,
    "RateLimit-Limit": limit,
    "RateLimit-Remaining": remaining,
    "RateLimit-Reset": retryAfter,
  };
  const set = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, String(value)]));
}

function translated(error: unknown, where: string): AppError {
  const isDown = isDatabaseDown(error) || isStatementTimeout(error) || error instanceof StripeFailure;
  log().error({ where, isDown, error: loggedError(error) }, "a request failed");
  return new AppError(isDown ? "UPSTREAM_UNAVAILABLE" : "INTERNAL_ERROR");
}

/** True if the database canceled a statement because of its time limit or a cancel request. */
export function isStatementTimeout(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 4) return false;
  const { code, originalCode } = error as { code?: unknown; originalCode?: unknown };
  if (code === canceledCode || originalCode === canceledCode) return true;
  return isStatementTimeout(getCause(error), depth + 1);
}

/** Prisma stores the driver's error in `meta` unless it has a code of its own. */
function getCause(error: object): unknown {
  if (error instanceof Prisma.PrismaClientKnownRequestError) return error.meta?.driverAdapterError;
  return "cause" in error ? error.cause : undefined;
}

const canceledCode = "57014";

// Node's connection errors, PostgreSQL's classes 08 and 53, its shutdown codes, and the codes for a changed
// password (28) or a missing database (3D); Prisma's codes for unreachable, refused and timed out.
const downCode =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|08...|28...|3D...|53...|57P0[123]|P100[01238]|P1017|P2024|POOL_BUSY)$/;
// pg errors without a code.
const downText =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/i;

export function isDatabaseDown(error: unknown, depth = 0): boolean {
  if (typeof error !== "object" || error === null || depth > 4) return false;
  const { code, originalCode, kind } = error as { code?: unknown; originalCode?: unknown; kind?: unknown };
  if ([code, originalCode].some((value) => typeof value === "string" && downCode.test(value))) return true;
  if (kind === "DatabaseNotReachable" || kind === "ConnectionClosed" || kind === "SocketTimeout") return true;
  if (error instanceof Error && downText.test(error.message)) return true;
  if (error instanceof AggregateError && error.errors.some((one) => isDatabaseDown(one, depth + 1)))
    return true;
  return isDatabaseDown(getCause(error), depth + 1);
}
