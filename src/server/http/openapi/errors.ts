import { errorStatus, type ErrorCode } from "@/contract/errors";
import { limitCodes } from "@/contract/operations/limits";
import type { Operation } from "@/contract/operations/operation";
import type { JsonSchema } from "./schemas";

const byKind: Record<Operation["kind"], readonly ErrorCode[]> = {
  open: ["VALIDATION_ERROR", "DDOS_RATE_LIMIT_EXCEEDED"],
  user: ["VALIDATION_ERROR", "DDOS_RATE_LIMIT_EXCEEDED", "UNAUTHORIZED", "TOKEN_EXPIRED"],
  cron: ["UNAUTHORIZED"],
  webhook: ["INVALID_SIGNATURE", "PAYLOAD_TOO_LARGE"],
};

function codesOf({ kind, key, method, takesForm, limit, errors = [] }: Operation): ErrorCode[] {
  const readsBody = method !== "GET" && (kind === "open" || kind === "user");
  const bodies: ErrorCode[] = takesForm
    ? ["PAYLOAD_TOO_LARGE"]
    : ["PAYLOAD_TOO_LARGE", "MALFORMED_JSON", "UNSUPPORTED_MEDIA_TYPE"];
  const every = [
    ...byKind[kind],
    ...errors,
    ...(limit ? [limitCodes[limit]] : []),
    ...(kind === "user" && key !== "read" ? ["KEY_NOT_ALLOWED" as const] : []),
    ...(kind === "user" && key !== "never" ? ["KEY_RATE_LIMIT_EXCEEDED" as const] : []),
    ...(readsBody ? bodies : []),
    "INTERNAL_ERROR" as const,
    "UPSTREAM_UNAVAILABLE" as const,
  ];
  return [...new Set(every)].toSorted();
}

/** Leaves out statuses with a custom response. */
export function codesByStatus(operation: Operation): [status: number, codes: ErrorCode[]][] {
  const own = Object.keys(operation.others ?? {}).map(Number);
  const codes = codesOf(operation).filter((code) => !own.includes(errorStatus[code]));
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b);
  return statuses.map((status) => [status, codes.filter((code) => errorStatus[code] === status)]);
}

export function errorResponses(operation: Operation): JsonSchema {
  const every = codesByStatus(operation).map(([status, codes]) => [
    status,
    { $ref: `#/components/responses/${codes.join(".")}` },
  ]);
  return Object.fromEntries(every) as JsonSchema;
}

export function sharedResponses(operations: readonly Operation[]): JsonSchema {
  const sets = operations.flatMap(codesByStatus);
  return Object.fromEntries(sets.map(([status, codes]) => [codes.join("."), response(status, codes)]));
}

const wait = { description: "Seconds until the next attempt.", schema: { type: "integer" } };
const count = (description: string) => ({ description, schema: { type: "integer" } });

const headers: Record<number, object> = {
  401: { "WWW-Authenticate": { description: "Authentication scheme.", schema: { type: "string" } } },
  429: {
    "Retry-After": wait,
    "RateLimit-Limit": count("Requests allowed per window."),
    "RateLimit-Remaining": count("Requests left in the window."),
    "RateLimit-Reset": wait,
  },
};

function response(status: number, codes: ErrorCode[]): JsonSchema {
  const schema = {
    allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: codes } } }],
  };
  return {
    description: codes.join(", "),
    ...(status in headers && { headers: headers[status] }),
    content: { "application/json": { schema } },
  };
}
