import { hasName } from "@/domain/named-error";

/** "address": not allowed. "unknown": host not found. "redirects": too many, or an invalid target. */
export type GuardReason =
  "address" | "unknown" | "timeout" | "network" | "too-large" | "redirects" | "encoding" | "aborted";

/** Its message contains no URL: user-supplied URLs can be secret, and errors are logged. */
export class GuardError extends Error {
  static override [Symbol.hasInstance](error: unknown): error is GuardError {
    return hasName(error, "GuardError");
  }

  override readonly name = "GuardError";

  constructor(
    readonly reason: GuardReason,
    message: string,
    /** Node's error code, such as ECONNREFUSED. */
    readonly code?: string,
  ) {
    super(message);
  }
}
